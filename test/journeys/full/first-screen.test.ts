import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { visit } from '../visitor.ts';

const PLAY = 'main a[href$="/games/crashlands-2#stores"]';
/** Narrow drawings in their own units: between the latter two are the lettering and the faces of the crew. */
const CRASHLANDS_2 = { height: 900, lettering: 340, chins: 820, below: 'h1' };
const CRASHLANDS = { height: 640, lettering: 30, chins: 420, below: 'main .sign' };

test('the first screen of a small laptop holds the headline and a way to play, also below the notice of a translation', async () => {
  const visitor = await visit({ viewport: { width: 1366, height: 768 } });
  for (const path of ['/', '/de-DE', '/ru-RU', '/ja-JP']) {
    await visitor.open(path);
    const [headline, play] = [await boxOf(visitor.page, 'h1'), await boxOf(visitor.page, PLAY)];
    expect(Math.max(headline.bottom, play.bottom), path).toBeLessThanOrEqual(768);
  }
});

test('the banner keeps its lettering and its faces in a window that is narrow and high', async () => {
  const visitor = await visit({ viewport: { width: 768, height: 900 } });
  for (const [path, { height, lettering, chins, below }] of [
    ['/en-US', CRASHLANDS_2],
    ['/de-DE', CRASHLANDS_2],
    ['/games/crashlands', CRASHLANDS],
  ] as const) {
    await visitor.open(path);
    const { page } = visitor;
    const { top, bottom, width } = await boxOf(page, 'main picture img');
    const [frame, words] = [await boxOf(page, 'main .block-card'), await boxOf(page, below)];
    const drawing = await page.locator('main picture img').evaluate(drawingIn, height);
    const scale = Math.max(width / drawing.width, (bottom - top) / height);
    const cut = (height * scale - (bottom - top)) * drawing.position;
    expect(cut / scale, path).toBeLessThan(lettering);
    expect((Math.min(frame.bottom, words.top) - top + cut) / scale, path).toBeGreaterThan(chins);
  }
});

test.each([320, 768, 1440])('on a window %s wide the notice of cookies covers nothing of the page', async (width) => {
  const visitor = await visit({ viewport: { width, height: 640 } });
  const { page } = visitor;
  for (const path of ['/de-DE/podcast/the-frog-took-nine-days', '/feedbag/rumpus/entries/new', '/login']) {
    await visitor.open(`${path}#cookies`);
    await page.locator('.site-notice:focus').waitFor();
    const card = await boxOf(page, '.site-notice');
    expect((await boxOf(page, 'main')).bottom, path).toBeLessThanOrEqual(card.top);
    expect((await boxOf(page, 'footer')).top, path).toBeGreaterThanOrEqual(card.bottom);
    expect(await page.locator('.site-notices').evaluate((one) => getComputedStyle(one).position)).toBe('static');
  }
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return { top: box.y, bottom: box.y + box.height, width: box.width };
}

/** Runs in the page: the width of the drawing in its own units, and how much of what is cut of its height is cut above. */
async function drawingIn(image: HTMLElement | SVGElement, height: number) {
  const picture = image as HTMLImageElement;
  await picture.decode();
  const [, down = '0%'] = getComputedStyle(picture).objectPosition.split(' ');
  return { width: (height * picture.naturalWidth) / picture.naturalHeight, position: Number.parseFloat(down) / 100 };
}
