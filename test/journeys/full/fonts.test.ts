import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { visit } from '../visitor.ts';

test('a page loads the fonts of its own locale, and of no other, also in a narrow window on a desk', async () => {
  const expected = [
    ['/', ['Dela Gothic One', 'Nunito Variable']],
    ['/ja-JP', ['Dela Gothic One', 'Dela Gothic One JP', 'Noto Sans JP Variable', 'Nunito Variable']],
    ['/ko-KR', ['Black Han Sans', 'Dela Gothic One', 'Noto Sans KR Variable', 'Nunito Variable']],
    ['/zh-CN', ['Dela Gothic One', 'Noto Sans SC Variable', 'Nunito Variable', 'ZCOOL KuaiLe']],
    ['/zh-TW', ['Dela Gothic One', 'Noto Sans TC Variable', 'Nunito Variable']],
  ] as const;
  const visitor = await visit();
  for (const [path, fonts] of expected) {
    await visitor.open(path);
    await expect.poll(() => loadedFonts(visitor.page), { message: path }).toEqual(fonts);
  }
  // A narrow window on a desk is no telephone.
  await visitor.page.setViewportSize({ width: 390, height: 800 });
  await visitor.open('/ja-JP');
  await expect.poll(() => loadedFonts(visitor.page)).toContain('Noto Sans JP Variable');
});

test('a telephone reads Japanese in its own text face', async () => {
  const visitor = await visit({ viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true });
  const requests: string[] = [];
  visitor.page.on('request', (request) => requests.push(request.url()));
  await visitor.open('/ja-JP');
  const fonts = ['Dela Gothic One', 'Dela Gothic One JP', 'Nunito Variable'];
  await expect.poll(() => loadedFonts(visitor.page)).toEqual(fonts);
  expect(requests.filter((url) => url.includes('noto-sans'))).toEqual([]);
  // All that our own texts say is in one file of the display face.
  await expect.poll(() => requests.some((url) => /\/ja-JP-[^/]*\.js$/.test(url))).toBe(true);
  await visitor.page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /\/(?:ja-[^/]*\.css|dela-gothic-one-\d)/.test(url))).toEqual([]);
  expect(await facesOf(visitor.page, 'main h2')).toEqual(['Dela Gothic One']);
});

test('text that is not from our locale files has the display font too, wherever a page brings it', async () => {
  const visitor = await visit({ viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true });
  await visitor.open(`/ja-JP/error/404?message=${encodeURIComponent('"鬱"')}`, 404);
  await expect.poll(() => loadedFonts(visitor.page)).toContain('Dela Gothic One JP Slices');
  expect(await facesOf(visitor.page, 'main h1')).toEqual(['Dela Gothic One']);
});

/** The families of which a face was loaded once none is on its way, without the machine's own that stand in. */
async function loadedFonts(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  const families = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
  );
  return [...new Set(families)].filter((family) => !family.includes('Stand-in')).toSorted();
}

/** The names of the fonts, each as its own file says it, in which the first element of that kind is drawn. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return [...new Set(fonts.map(({ familyName }) => familyName))].toSorted();
}
