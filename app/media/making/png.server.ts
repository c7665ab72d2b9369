import type { Current } from '#app/current/current.server.ts';
import { DRAWER, drawPng } from '#lib/images/draw-png.server.ts';

import type { Drawing } from '../art.server.ts';
import { cardQueue } from '../work-queue.server.ts';
import { getGeneratedImage, generatedImageKey, readGeneratedImage } from './generated-images.server.ts';

interface Png {
  width: number;
  height: number;
  sha256: string;
  bytes: number;
  read: () => Promise<Buffer<ArrayBuffer>>;
}

/** The same drawing gives the same bytes. @throws Problem 503 when too many pictures are being generated */
export async function getPng(current: Current, { svg, sha256 }: Drawing, scale: number): Promise<Png> {
  const own = drawnSize(svg);
  const box = { width: own.width * scale, height: own.height * scale };
  const how = { make: () => drawPng(svg, box.width), lane: cardQueue };
  const row = await getGeneratedImage(current, generatedImageKey('png', DRAWER, sha256, box.width), how);
  const read = async () => (await readGeneratedImage(current, row, how)).bytes;
  return { ...box, sha256: row.sha256, bytes: row.bytes, read };
}

/** In its own units. */
export function drawnSize(svg: Buffer): { width: number; height: number } {
  const [, width, height] = /^<svg[^>]* viewBox="0 0 (\d+) (\d+)"/.exec(svg.toString()) ?? [];
  if (width === undefined) throw new Error('a drawing does not say how large it is');
  return { width: Number(width), height: Number(height) };
}
