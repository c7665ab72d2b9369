import type { Current } from '#app/current/current.server.ts';
import { findDrawing } from '#app/media/art.server.ts';
import type { Drawing } from '#app/media/art.server.ts';
import { drawnSize, getPng } from '#app/media/making/png.server.ts';
import type { Game } from '#content/game.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';

import { noGame } from '../problems.ts';
import type { PressImage, PressImageKind } from './presskit.ts';

interface PressDrawing {
  readonly kind: PressImageKind;
  /** The name of its files without the extension. */
  readonly stem: string;
  /** Pixels for each unit of the drawing. */
  readonly scale: number;
  readonly drawing: Drawing;
}

const PICTURE_SCALE = 2;
/** A logo has few units and is printed large. */
const LOGO_SCALE = 6;

export function gameDrawings({ slug, presskit }: Game): PressDrawing[] {
  const names = [`box-${slug}`, ...(presskit?.images ?? [])];
  return names.flatMap((name) => named(name, toStem(slug, name), toKind(name), PICTURE_SCALE));
}

export function logoDrawings(): PressDrawing[] {
  const whose = studio.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return [
    ...named('logo', `${whose}-logo`, 'logo', LOGO_SCALE),
    ...named('logo-mark', `${whose}-logo-mark`, 'mark', LOGO_SCALE),
  ];
}

/** @param address the folder of their files @throws Problem 503 as `getPng` */
export async function toPressImages(
  current: Current,
  drawings: readonly PressDrawing[],
  address: string,
): Promise<readonly PressImage[]> {
  const images: PressImage[] = [];
  // One after the other, so that a kit takes one place in the queue of pictures.
  for (const one of drawings) images.push(await toPressImage(current, one, address));
  return images;
}

/** The bytes of a file of these drawings. @throws Problem 404, 503 as `getPng` */
export async function readPressFile(
  current: Current,
  drawings: readonly PressDrawing[],
  file: string,
): Promise<{ bytes: Buffer; type: string }> {
  const one = drawings.find(({ stem }) => file === `${stem}.png` || file === `${stem}.svg`);
  if (one === undefined) throw new Problem(noGame);
  if (file.endsWith('.svg')) return { bytes: one.drawing.svg, type: 'image/svg+xml' };
  const png = await getPng(current, one.drawing, one.scale);
  return { bytes: await png.read(), type: 'image/png' };
}

async function toPressImage(current: Current, one: PressDrawing, address: string): Promise<PressImage> {
  const { kind, stem, drawing, scale } = one;
  const { width, height, bytes, sha256 } = await getPng(current, drawing, scale);
  const [png, svg] = [`${stem}.png`, `${stem}.svg`];
  const vector = { ...drawnSize(drawing.svg), bytes: drawing.svg.length, sha256: drawing.sha256 };
  return {
    kind,
    caption: readCaption(drawing),
    files: [
      { file: png, type: 'image/png', url: `${address}/${png}`, width, height, bytes, sha256 },
      { file: svg, type: 'image/svg+xml', url: `${address}/${svg}`, ...vector },
    ],
  };
}

function named(name: string, stem: string, kind: PressImageKind, scale: number): PressDrawing[] {
  const drawing = findDrawing(name);
  return drawing === undefined ? [] : [{ kind, stem, scale, drawing }];
}

/** `banner-crashlands-2-narrow` becomes `crashlands-2-banner-narrow`, so that a game's files sort together. */
function toStem(slug: string, name: string): string {
  return name === `box-${slug}` ? `${slug}-box-art` : `${slug}-${name.replace(`-${slug}`, '')}`;
}

function toKind(name: string): PressImageKind {
  if (name.startsWith('box-')) return 'boxArt';
  if (!name.startsWith('banner-')) return 'picture';
  return name.endsWith('-narrow') ? 'narrowBanner' : 'banner';
}

function readCaption({ svg }: Drawing): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(svg.toString()) ?? [];
  return title.replaceAll('&amp;', '&');
}
