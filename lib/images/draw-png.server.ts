import { createRequire } from 'node:module';

import { renderAsync } from '@resvg/resvg-js';

const { version } = createRequire(import.meta.url)('@resvg/resvg-js/package.json') as { version: string };

/** Changes when the same drawing would become other bytes. */
export const DRAWER = `resvg-${version}-1`;

/**
 * Draws a vector picture of our own in pixels, as high as its form wants. It draws the whole at once, which a large
 * picture of many shapes needs: the encoder of all other pictures draws it anew for each strip.
 * @param width in pixels
 */
export async function drawPng(svg: Uint8Array, width: number): Promise<{ bytes: Buffer<ArrayBuffer>; type: string }> {
  const text = new TextDecoder().decode(svg);
  const drawn = await renderAsync(text, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } });
  return { bytes: Buffer.from(drawn.asPng()), type: 'image/png' };
}
