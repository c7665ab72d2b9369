import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { expectRing } from './focus-ring.ts';
import { inspect } from './inspect.ts';
import { stopClock } from './wait-for-react.ts';
import { visit } from './visitor.ts';

/** Otherwise a page is looked over narrow and dark, wide and light; here also the other way round. */
const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

test('every part passes axe, narrow and wide, in light and in dark', async () => {
  const page = await openGallery();
  await inspect(page, { rules: 'all' });
  await inspect(page, { looks: LOOKS, rules: 'all' });
});

test('a dialog traps the focus, closes by Escape, its cross or a click beside it, and returns the focus', async () => {
  const page = await openGallery();
  const opener = page.getByRole('button', { name: 'Open a dialog' });
  const dialog = page.getByRole('dialog', { name: 'Let it out?' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await expectFocus(page, 'Close');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(page, 'Open a dialog');
  await expectRing(page, 'the button that opened the dialog');

  await opener.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await opener.click();
  await dialog.waitFor();
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(page, 'Open a dialog');
});

test('arrows walk along a menu past disabled items, and Escape returns the focus', async () => {
  const page = await openGallery();
  const menu = page.getByRole('menu');
  await page.getByRole('button', { name: 'Feed it' }).focus();
  await page.keyboard.press('Enter');
  await menu.waitFor();
  await expectFocus(page, 'A cookie');
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, 'A sock');
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  await page.getByText('It has eaten a sock.').waitFor();
  await expectFocus(page, 'Feed it');
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, 'A cookie');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expectFocus(page, 'Feed it');
  await page.getByText('It has eaten a sock.').waitFor();
});

test('arrows walk along tabs, and the panel follows the focus', async () => {
  const page = await openGallery();
  await page.getByRole('tab', { name: 'Kitchen' }).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tabpanel', { name: 'Cellar' }).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('tabpanel', { name: 'Roof' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tabpanel', { name: 'Kitchen' }).waitFor();
  await expect.poll(() => page.getByRole('tabpanel').count()).toBe(1);
});

test('a header sorts its table up, then down, and says so', async () => {
  const page = await openGallery();
  const table = page.getByRole('table', { name: 'Who lives here' });
  const eyes = table.getByRole('columnheader', { name: 'Eyes' });
  const names = () => table.locator('tbody tr td:first-child').allInnerTexts();
  await eyes.getByRole('button').click();
  await expect.poll(() => eyes.getAttribute('aria-sort')).toBe('ascending');
  expect(await names()).toEqual(['Kevin', 'Gorble', 'Aunt Pudding']);
  await eyes.getByRole('button').press('Enter');
  await expect.poll(() => eyes.getAttribute('aria-sort')).toBe('descending');
  expect(await names()).toEqual(['Aunt Pudding', 'Gorble', 'Kevin']);
});

test('a toast leaves after ten seconds, but not while it is hovered', async () => {
  const page = await openGallery();
  const toast = page
    .getByRole('region', { name: 'Toasts of the gallery' })
    .getByText('Fed. It will remember you for a week.');
  // However long a step of the walk takes, no more time passes for the page.
  const pass = await stopClock(page);
  await page.getByRole('button', { name: 'Say success' }).click();
  await toast.hover();
  await pass(20_000);
  expect(await toast.isVisible()).toBe(true);
  await page.mouse.move(5, 5);
  await pass(9000);
  expect(await toast.isVisible()).toBe(true);
  await pass(2000);
  await toast.waitFor({ state: 'detached' });
});

test('a busy button keeps the focus and does nothing', async () => {
  const page = await openGallery();
  const busy = page.locator('button[aria-busy]').first();
  await busy.focus();
  await page.keyboard.press('Enter');
  await busy.click({ force: true });
  await page.getByText('Pressed 0 times.').waitFor();
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
});

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
  const asked: string[] = [];
  visitor.page.on('request', (request) => asked.push(request.url()));
  await visitor.open('/ja-JP');
  const fonts = ['Dela Gothic One', 'Dela Gothic One JP', 'Nunito Variable'];
  await expect.poll(() => loadedFonts(visitor.page)).toEqual(fonts);
  expect(asked.filter((url) => url.includes('noto-sans'))).toEqual([]);
  // All that our own texts say is in one file of the display face.
  await expect.poll(() => asked.some((url) => /\/ja-JP-[^/]*\.js$/.test(url))).toBe(true);
  await visitor.page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /\/(?:ja-[^/]*\.css|dela-gothic-one-\d)/.test(url))).toEqual([]);
  expect(await facesOf(visitor.page, 'main h2')).toEqual(['Dela Gothic One']);
});

test('text that is not from our locale files has the display font too, wherever a page brings it', async () => {
  const visitor = await visit({ viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true });
  await visitor.open(`/ja-JP/error/404?message=${encodeURIComponent('"鬱"')}`, 404);
  await expect.poll(() => loadedFonts(visitor.page)).toContain('Dela Gothic One JP Slices');
  expect(await facesOf(visitor.page, 'main h1')).toEqual(['Dela Gothic One']);
});

async function openGallery(): Promise<Page> {
  const visitor = await visit();
  await visitor.open('/dev/components');
  return visitor.page;
}

/** Waits until the keyboard is at what is called so. */
async function expectFocus(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  await expect.poll(focused).toBe(name);
}

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
