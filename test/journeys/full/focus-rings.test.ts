import { expect, test } from 'vitest';

import { expectRing } from '../focus-ring.ts';
import { visit } from '../visitor.ts';
import type { BrowserVisitor } from '../visitor.ts';

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

  await visitor.open('/');
  const targets = await page.locator('a[href]:visible, button:visible, summary:visible, input:visible').count();
  const stops = await tabThrough(visitor, /^Language/);
  expect(stops.length).toBe(targets);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(focusTop);
  const kinds = new Set<string>();
  expect(await tabThrough(visitor, /^Language/, kinds)).toEqual(stops);
  expect(kinds.size).toBeGreaterThan(10);

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedText(visitor)).toBe('日本語');
  await expectRing(page, '日本語');
  await visitor.follow(() => page.keyboard.press('Enter'), '/ja-JP');
});

/** Runs in the page, which is not opened anew: others may publish what home then shows. */
function focusTop(): void {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}

/**
 * Goes from stop to stop until `last`, and wants to see where it is.
 * @param kinds where it is given, of stops with the same classes on all that they stand in only the first is looked at
 * @returns what the stops are called
 */
async function tabThrough(visitor: BrowserVisitor, last: RegExp, kinds?: Set<string>): Promise<string[]> {
  const stops: string[] = [];
  while (!last.test(stops.at(-1) ?? '')) {
    await visitor.page.keyboard.press('Tab');
    const stop = await focusedText(visitor);
    const kind = await visitor.page.evaluate(kindOfFocused);
    if (kinds?.has(kind) !== true) await expectRing(visitor.page, stop);
    kinds?.add(kind);
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

/** Runs in the page: the classes of what has the focus, and of all around it. */
function kindOfFocused(): string {
  const kinds: string[] = [];
  for (let element = document.activeElement; element !== null; element = element.parentElement)
    kinds.push(`${element.tagName}.${element.className}`);
  return kinds.join(' ');
}
