import { resizePicture } from '../making/pictures.server.ts';
import type { Original } from '../making/pictures.server.ts';

import type { CardPicture } from './card-layout.tsx';

/** The room for it, in pixels; it is drawn twice as large, because the card shrinks and turns it. */
const BOX = { width: 500, height: 470 };
const SCALE = 2;

/** A picture as a share card embeds it. */
export async function cardPicture(original: Original): Promise<CardPicture> {
  const box = { width: BOX.width * SCALE, height: BOX.height * SCALE };
  const { bytes, type, width, height } = await resizePicture(original, box, 'plain');
  const shrink = Math.max(width / BOX.width, height / BOX.height);
  const src = `data:${type};base64,${bytes.toString('base64')}`;
  return { src, width: Math.round(width / shrink), height: Math.round(height / shrink) };
}
