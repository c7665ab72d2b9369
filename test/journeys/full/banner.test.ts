import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { visit } from '../visitor.ts';

test('the banner has its size before any script runs: 80 % of the window, and nothing moves', async () => {
  const [narrow, wide] = [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ];
  const visitor = await visit({ viewport: narrow, javaScriptEnabled: false, reducedMotion: 'no-preference' });
  for (const path of ['/', '/games/crashlands', '/games/crashlands-2']) {
    await visitor.page.setViewportSize(narrow);
    await visitor.open(path);
    await expectBanner(visitor.page, path);
    await visitor.page.setViewportSize(wide);
    await expectBanner(visitor.page, path);
  }
  for (const viewport of [narrow, wide]) {
    // A window of its own, where fonts and pictures come as late as for whoever has never been here.
    const visitor = await visit({ viewport, reducedMotion: 'no-preference' });
    await visitor.open('/');
    expect(await visitor.page.evaluate(shiftSoFar)).toBeLessThan(0.05);
    await expectBanner(visitor.page, '/');
  }
});

test('the banner’s drawing grows in steps of 100 px while the window does', async () => {
  const visitor = await visit({ viewport: { width: 1401, height: 900 } });
  const { page } = visitor;
  await visitor.open('/games/crashlands-2');
  for (const [width, drawn] of [
    [1401, 1500],
    [1499, 1500],
    [1500, 1500],
    [1501, 1600],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction((width) => innerWidth === width, width);
    const drawing = async () => (await page.locator('main picture img').first().boundingBox())?.width;
    await expect.poll(drawing, { message: `${width} px` }).toBe(drawn);
  }
});

/** The banner fills 80 % of the height; its drawing covers the width in steps of 100 px, and is the one for that width. */
async function expectBanner(page: Page, path: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const what = `${path} at ${width} px`;
  const banner = page.locator('main picture img').first();
  const missing = async () =>
    Math.abs(((await banner.locator('xpath=../..').boundingBox())?.height ?? 0) - height * 0.8);
  await expect.poll(missing, { message: what }).toBeLessThan(2);
  const box = await banner.locator('xpath=../..').boundingBox();
  const drawing = await banner.boundingBox();
  expect((drawing?.width ?? 0) % 100, what).toBe(0);
  expect(drawing?.width, what).toBeGreaterThanOrEqual(box?.width ?? 0);
  const isNarrow = () => banner.evaluate((image: HTMLImageElement) => image.currentSrc.includes('-narrow'));
  if (path !== '/games/crashlands') await expect.poll(isNarrow, { message: what }).toBe(width < 640);
}

/** How much the page has moved by itself since it was loaded (CLS). */
function shiftSoFar(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // Where nothing has moved, there is nothing to hear of.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  });
}
