import { deflateSync, crc32 } from 'node:zlib';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { UnreadableImage, cleanImage, fitRaster, fitVector, readImage } from './images.server.ts';

const BOX = { width: 100, height: 100 };
const ROOM = { width: 4000, height: 4000 };
const picture = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number } = '#ff5d62',
) => sharp({ create: { width, height, channels: 4, background } });
const photo = await picture(400, 200).jpeg().toBuffer();
const sizeOf = async (bytes: Uint8Array) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return [format, width, height];
};

describe('a raster picture', () => {
  test('fits into the box in each format, whole and in its proportions', async () => {
    const made = (['avif', 'webp', 'plain'] as const).map((format) => fitRaster(photo, BOX, format));
    const [avif, webp, plain] = await Promise.all(made);
    expect([avif?.type, webp?.type, plain?.type]).toEqual(['image/avif', 'image/webp', 'image/jpeg']);
    expect(await Promise.all([avif, webp, plain].map((one) => sizeOf(one?.bytes ?? Buffer.of())))).toEqual([
      ['heif', 100, 50],
      ['webp', 100, 50],
      ['jpeg', 100, 50],
    ]);
    expect([plain?.width, plain?.height]).toEqual([100, 50]);
  });

  test('keeps its transparency, where only PNG is left as PNG', async () => {
    const clear = await picture(40, 40, { r: 0, g: 0, b: 0, alpha: 0.5 }).png().toBuffer();
    expect((await fitRaster(clear, BOX, 'plain')).type).toBe('image/png');
    const opaque = await picture(40, 40).png().toBuffer();
    expect((await fitRaster(opaque, BOX, 'plain')).type).toBe('image/jpeg');
  });

  test('is never enlarged', async () => {
    expect(await fitRaster(photo, { width: 1000, height: 1000 }, 'webp')).toMatchObject({ width: 400, height: 200 });
  });

  test('stands upright, as its camera says', async () => {
    const turned = await picture(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await fitRaster(turned, BOX, 'webp')).toMatchObject({ width: 50, height: 100 });
    expect(await readImage(turned)).toEqual({ type: 'image/jpeg', width: 200, height: 400 });
  });
});

describe('a vector picture', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"><path d="M0 0h30v40H0"/></svg>');

  test.each([
    [160, 213],
    [1920, 2560],
  ])('is drawn as large as the box: %i by %i', async (width, height) => {
    const made = await fitVector(svg, { width, height }, 'webp');
    expect(made).toMatchObject({ width, height });
    const { isOpaque } = await sharp(made.bytes).stats();
    expect(isOpaque).toBe(true);
  });
});

describe('an upload is cleaned', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s keeps its kind and size', async (format) => {
    const source = await picture(60, 40)
      .withExif({ IFD0: { Artist: 'somebody at 12 Hidden Street' } })
      .toFormat(format)
      .toBuffer();
    const clean = await cleanImage(Buffer.concat([source, Buffer.from('<script>alert(1)</script>')]), ROOM);
    expect(clean).toMatchObject({ type: `image/${format}`, width: 60, height: 40 });
    expect(clean.bytes.includes('script')).toBe(false);
    expect(clean.bytes.includes('Hidden')).toBe(false);
    expect((await sharp(clean.bytes).metadata()).exif).toBeUndefined();
  });

  test('and an animation keeps moving', async () => {
    const frames = [picture(20, 10), picture(20, 10, '#35d69a')].map((frame) => frame.png().toBuffer());
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    const clean = await cleanImage(gif, ROOM);
    expect(clean).toMatchObject({ type: 'image/gif', width: 20, height: 10 });
    expect((await sharp(clean.bytes, { animated: true }).metadata()).pages).toBe(2);
  });
});

describe('an upload is shrunk', () => {
  test('to the room there is for it, whole and in its proportions', async () => {
    const small = await cleanImage(photo, BOX);
    expect([small.type, ...(await sizeOf(small.bytes))]).toEqual(['image/jpeg', 'jpeg', 100, 50]);
  });

  test('with all its frames, or to its first one', async () => {
    const frames = [picture(200, 100), picture(200, 100, '#35d69a')].map((frame) => frame.png().toBuffer());
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    const moving = await cleanImage(gif, BOX);
    expect(moving).toMatchObject({ width: 100, height: 50 });
    const pagesOf = async (bytes: Uint8Array) => (await sharp(bytes, { animated: true }).metadata()).pages ?? 1;
    expect(await pagesOf(moving.bytes)).toBe(2);
    expect(await pagesOf((await cleanImage(gif, BOX, 'first frame')).bytes)).toBe(1);
  });
});

describe('a hostile or broken picture is refused', () => {
  const cases: [string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['a picture of 100 million pixels', () => pngOf(10_000, 10_000)],
    ['a picture that is all width', () => pngOf(2 ** 31 - 1, 1)],
    ['an AVIF of 13 million pixels', () => picture(3700, 3600).avif({ effort: 0 }).toBuffer()],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a drawing with the signature of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<svg width="9"/>', 'latin1')],
    ['a picture that was cut off', () => photo.subarray(0, 400)],
    ['nothing', () => Buffer.of()],
    ['a page', () => Buffer.from('<!doctype html>')],
  ];
  test.each(cases)('%s', async (_what, make) => {
    const bytes = await make();
    await expect(cleanImage(bytes, ROOM)).rejects.toThrow(UnreadableImage);
    await expect(fitRaster(bytes, BOX, 'webp')).rejects.toThrow(UnreadableImage);
  });

  test('and a bomb, with more data than its size says, is unpacked no further than its size', async () => {
    const before = process.memoryUsage().rss;
    await cleanImage(pngOf(8, 8, Buffer.alloc(50_000_000)), ROOM).catch(isRefusal);
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
  });
});

function isRefusal(error: unknown): void {
  expect(error).toBeInstanceOf(UnreadableImage);
}

/** A PNG that says so large, and has whatever data. */
function pngOf(width: number, height: number, data: Buffer = Buffer.alloc(64)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.of()),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
