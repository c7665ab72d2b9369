import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';

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
  const clip = await focused.evaluate(boxWithRing);
  const withFocus = await screenshot(page, clip);
  await focused.evaluate((element) => element.blur());
  const without = await screenshot(page, clip);
  await focused.evaluate((element) => element.focus({ preventScroll: true }));
  const changed = countChanged(await pixelsOf(withFocus), await pixelsOf(without));
  expect(changed, `pixels in the ring of ${what}`).toBeGreaterThanOrEqual(2 * 2 * (width + height));
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Runs in the page: what of the window can hold the ring, in pixels of the document. A ring beyond it does not count. */
function boxWithRing(element: HTMLElement): Box {
  const ROOM = 16;
  const boxes = [element.getBoundingClientRect()];
  for (let around = element.parentElement; around !== null; around = around.parentElement)
    if (getComputedStyle(around).outlineStyle !== 'none') boxes.push(around.getBoundingClientRect());
  const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - ROOM);
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - ROOM);
  const right = Math.min(innerWidth, Math.max(...boxes.map((box) => box.right)) + ROOM);
  const bottom = Math.min(innerHeight, Math.max(...boxes.map((box) => box.bottom)) + ROOM);
  const [width, height] = [Math.max(1, Math.ceil(right - left)), Math.max(1, Math.ceil(bottom - top))];
  return { x: Math.floor(left + scrollX), y: Math.floor(top + scrollY), width, height };
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** As PNG. Playwright's own waits for much that does not move here, and packs the picture tightly. */
async function screenshot(page: Page, clip: Box): Promise<Buffer> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const options = { optimizeForSpeed: true, clip: { ...clip, scale: 1 } };
  const { data } = await (await session).send('Page.captureScreenshot', options);
  return Buffer.from(data, 'base64');
}

/** Red, green, blue and alpha of each. Not decoded in the browser: a second page would leave this one without frames. */
function pixelsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

function countChanged(before: Buffer, after: Buffer): number {
  expect(after.length).toBe(before.length);
  let count = 0;
  for (let at = 0; at < before.length; at += 4) if (isOther(before, after, at)) count += 1;
  return count;
}

function isOther(one: Buffer, other: Buffer, at: number): boolean {
  if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) return false;
  const [dim = 0, bright = 0] = [luminance(one, at), luminance(other, at)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05) >= 3;
}

function luminance(pixels: Buffer, at: number): number {
  const [red = 0, green = 0, blue = 0] = [...pixels.subarray(at, at + 3)].map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
