import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { visit } from './visitor.ts';

const PLAY = 'main a[href$="/games/crashlands-2#stores"]';
/** The narrow drawing of the banner, in its own units: between the latter two are its lettering and the faces of its crew. */
const DRAWN_HEIGHT = 900;
const LETTERING = 340;
const CHINS = 820;

test('the first screen of a small laptop holds the headline and a way to play', async () => {
  const visitor = await visit({ viewport: { width: 1366, height: 768 } });
  await visitor.open('/');
  const [headline, play] = [await boxOf(visitor.page, 'h1'), await boxOf(visitor.page, PLAY)];
  expect(Math.max(headline.bottom, play.bottom)).toBeLessThanOrEqual(768);
});

test('the banner keeps its lettering and its faces in a window that is narrow and high', async () => {
  const visitor = await visit({ viewport: { width: 768, height: 900 } });
  for (const locale of ['en-US', 'de-DE']) {
    await visitor.open(`/${locale}`);
    const { page } = visitor;
    const { top, bottom, width } = await boxOf(page, 'main picture img');
    const [frame, headline] = [await boxOf(page, 'main .block-card'), await boxOf(page, 'h1')];
    const drawing = await page.locator('main picture img').evaluate(drawingIn, DRAWN_HEIGHT);
    const scale = Math.max(width / drawing.width, (bottom - top) / DRAWN_HEIGHT);
    const cut = (DRAWN_HEIGHT * scale - (bottom - top)) * drawing.position;
    expect(cut / scale, locale).toBeLessThan(LETTERING);
    expect((Math.min(frame.bottom, headline.top) - top + cut) / scale, locale).toBeGreaterThan(CHINS);
  }
});

test('the notice of cookies covers at most a third of a phone, and both answers are in sight', async () => {
  const visitor = await visit({ viewport: { width: 360, height: 640 } });
  for (const locale of ['en-US', 'de-DE', 'fr-FR', 'ru-RU']) {
    await visitor.open(`/${locale}/about#cookies`);
    await visitor.page.locator('.site-notice').waitFor();
    const card = await boxOf(visitor.page, '.site-notice');
    expect(card.bottom - card.top, locale).toBeLessThanOrEqual(640 / 3);
    for (const answer of ['.button >> nth=0', '.button >> nth=1', 'a']) {
      expect((await boxOf(visitor.page, `.site-notice ${answer}`)).bottom, locale).toBeLessThan(card.bottom);
    }
    const text = await boxOf(visitor.page, '.site-notice > div');
    expect(text.bottom - text.top, locale).toBeGreaterThan(70);
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
