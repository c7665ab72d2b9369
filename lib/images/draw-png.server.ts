import { createRequire } from 'node:module';

import { renderAsync } from '@resvg/resvg-js';

const { version } = createRequire(import.meta.url)('@resvg/resvg-js/package.json') as { version: string };

/** To be changed when drawings come out as other bytes. */
export const DRAWER = `resvg-${version}-1`;

/** Draws the whole at once: sharp would draw many shapes anew for each strip. @param width in pixels */
export async function drawPng(svg: Uint8Array, width: number): Promise<{ bytes: Buffer<ArrayBuffer>; type: string }> {
  const text = new TextDecoder().decode(svg);
  const drawn = await renderAsync(text, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } });
  return { bytes: Buffer.from(drawn.asPng()), type: 'image/png' };
}
