import { expect } from 'vitest';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/**
 * Measures what the keyboard's ring changes on the screen, as WCAG 2.4.13 does: pixels whose contrast with and without
 * focus is 3 to 1, against an outline of 2 px around the element. The ring may stand around a card that holds it.
 */
export async function expectRing(page: Page, what: string): Promise<void> {
  const focused = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  const { width, height } = await focused.evaluate((element) => {
    element.style.caretColor = 'transparent';
    return element.getBoundingClientRect();
  });
  const withFocus = await screenshot(page);
  await focused.evaluate((element) => element.blur());
  const without = await screenshot(page);
  await focused.evaluate((element) => element.focus({ preventScroll: true }));
  const changed = await countChanged(page, withFocus, without);
  expect(changed, `pixels in the ring of ${what}`).toBeGreaterThanOrEqual(2 * 2 * (width + height));
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** As base64. Playwright's own waits for much that does not move here, and packs the picture tightly. */
async function screenshot(page: Page): Promise<string> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const { data } = await (await session).send('Page.captureScreenshot', { optimizeForSpeed: true });
  return data;
}

/** Pages of their own, where the policy of the site's pages does not forbid the pictures. */
const desks = new WeakMap<BrowserContext, Promise<Page>>();

async function countChanged(page: Page, one: string, other: string): Promise<number> {
  const context = page.context();
  const desk = desks.get(context) ?? context.newPage();
  desks.set(context, desk);
  return (await desk).evaluate(
    async ([one = '', other = '']) => {
      const [before, after] = [await pixelsOf(one), await pixelsOf(other)];
      let count = 0;
      for (let at = 0; at < before.length; at += 4) if (isOther(before, after, at)) count += 1;
      return count;

      async function pixelsOf(base64: string): Promise<Uint8ClampedArray> {
        const picture = new Image();
        picture.src = `data:image/png;base64,${base64}`;
        await picture.decode();
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        context?.drawImage(picture, 0, 0);
        return context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
      }

      function isOther(one: Uint8ClampedArray, other: Uint8ClampedArray, at: number): boolean {
        if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) return false;
        const [dim = 0, bright = 0] = [luminance(one, at), luminance(other, at)].toSorted((a, b) => a - b);
        return (bright + 0.05) / (dim + 0.05) >= 3;
      }

      function luminance(pixels: Uint8ClampedArray, at: number): number {
        const [red = 0, green = 0, blue = 0] = [...pixels.subarray(at, at + 3)].map((value) =>
          value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      }
    },
    [one, other],
  );
}
