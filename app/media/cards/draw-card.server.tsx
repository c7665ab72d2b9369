import { renderAsync } from '@resvg/resvg-js';

import type { Locale } from '#app/current/locale.ts';

import { resizePicture } from '../making/pictures.server.ts';
import type { Original } from '../making/pictures.server.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '../share-card.ts';
import { CardLayout } from './card-layout.tsx';
import type { CardPicture } from './card-layout.tsx';
import { loadFonts, slicesFor } from './fonts.server.ts';

export interface Card {
  locale: Locale;
  kicker: string;
  title: string;
}

export async function drawCard(card: Card, picture: CardPicture, logo: CardPicture): Promise<Buffer<ArrayBuffer>> {
  const png = await renderAsync(await cardSvg(card, picture, logo), { font: { loadSystemFonts: false } });
  return Buffer.from(png.asPng());
}

/** The same as an SVG, its letters as paths. */
export async function cardSvg(card: Card, picture: CardPicture, logo: CardPicture): Promise<string> {
  const unknown = new Set<string>();
  const svg = await writeCard(card, picture, logo, unknown);
  if (unknown.size === 0) return svg;
  // A face may lack a character that its own table lists.
  const without = (text: string) => [...unknown].reduce((rest, one) => rest.replaceAll(one, ''), text);
  const known = { ...card, title: without(card.title), kicker: without(card.kicker) };
  return writeCard(known, picture, logo, new Set());
}

async function writeCard(
  { locale, kicker, title }: Card,
  picture: CardPicture,
  logo: CardPicture,
  unknown: Set<string>,
): Promise<string> {
  const [ofTitle, ofKicker] = await Promise.all([slicesFor(locale, title), slicesFor(locale, kicker)]);
  const fonts = await loadFonts([...ofTitle.slices, ...ofKicker.slices]);
  const layout = (
    <CardLayout locale={locale} kicker={ofKicker.text} title={ofTitle.text} picture={picture} logo={logo} />
  );
  // The largest module of the server loads with the first card.
  const { default: satori } = await import('satori');
  return satori(layout, {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts,
    loadAdditionalAsset: async (_code, segment) => {
      unknown.add(segment);
      return [];
    },
  });
}

/** The space for it, in pixels; it is drawn twice as large, because the card shrinks and turns it. */
const BOX = { width: 500, height: 470 };
const SCALE = 2;

export async function cardPicture(original: Original): Promise<CardPicture> {
  const box = { width: BOX.width * SCALE, height: BOX.height * SCALE };
  const { bytes, type, width, height } = await resizePicture(original, box, 'plain');
  const shrink = Math.max(width / BOX.width, height / BOX.height);
  const src = `data:${type};base64,${bytes.toString('base64')}`;
  return { src, width: Math.round(width / shrink), height: Math.round(height / shrink) };
}
