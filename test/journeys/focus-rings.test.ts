import { expect, test } from 'vitest';

import { expectRing } from './focus-ring.ts';
import { visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

test('everything is reached by keyboard, with a focus ring that is seen in light and dark', async () => {
  const visitor = await visit({ viewport: { width: 800, height: 560 } });
  const { page } = visitor;
  await visitor.open('/');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedText(visitor)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.locator('#content:focus').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);

  const targets = await page.locator('a[href]:visible, button:visible, summary:visible, input:visible').count();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await visitor.open('/');
    const stops = await tabThrough(visitor, /^Language/);
    expect(new Set(stops).size).toBe(targets);
  }

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedText(visitor)).toBe('日本語');
  await expectRing(page, '日本語');
  await visitor.follow(() => page.keyboard.press('Enter'), '/ja-JP');
});

/** Goes from stop to stop until `last`, and wants to see where it is. @returns what the stops are called */
async function tabThrough(visitor: BrowserVisitor, last: RegExp): Promise<string[]> {
  const stops: string[] = [];
  while (!last.test(stops.at(-1) ?? '')) {
    await visitor.page.keyboard.press('Tab');
    const stop = await focusedText(visitor);
    await expectRing(visitor.page, stop);
    stops.push(stop);
    expect(stops.length).toBeLessThan(40);
  }
  return stops;
}

function focusedText({ page }: BrowserVisitor): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? (element as HTMLElement | null)?.innerText ?? '';
  });
}
