import { deflateSync, crc32 } from 'node:zlib';

import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { cleanGif } from './gif.ts';
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
    expect(await readImage(turned)).toMatchObject({ type: 'image/jpeg', width: 200, height: 400, isMoving: false });
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

describe('a photo is taken', () => {
  test.each([
    ['without its last two bytes', (bytes: Buffer) => bytes.subarray(0, -2)],
    ['cut off in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('%s, as browsers show it', async (_what, cut) => {
    const whole = await noise(400, 300).jpeg().toBuffer();
    expect(await cleanImage(cut(whole), ROOM)).toMatchObject({ type: 'image/jpeg', width: 400, height: 300 });
    expect(await fitRaster(cut(whole), BOX, 'plain')).toMatchObject({ width: 100, height: 75 });
  });

  test('of 50 megapixels, and shrunk', async () => {
    expect(await cleanImage(await sizedJpeg(8192, 6144), { width: 400, height: 400 })).toMatchObject({
      width: 400,
      height: 300,
    });
  });

  test('of 12.2 megapixels as AVIF', async () => {
    const large = sized(await avif(), 'ispe', 8, [4032, 3024]);
    expect(await readImage(large)).toMatchObject({ type: 'image/avif', width: 4032, height: 3024 });
  });

  test('that is AV1 in a HEIF of the brand mif1', async () => {
    const heif = branded(await avif(), 'avif', 'mif1');
    expect(await cleanImage(heif, ROOM)).toMatchObject({ type: 'image/avif', width: 60, height: 40 });
  });
});

describe('a sequence of pictures', () => {
  const frames = ['#ff5d62', '#35d69a', '#18b3cc'].map((color) => picture(20, 10, color).png().toBuffer());
  const sequence = async () => sharp(await Promise.all(frames), { join: { animated: true } });
  const pagesOf = async (bytes: Uint8Array) => (await sharp(bytes, { animated: true }).metadata()).pages ?? 1;
  const reasonOf = (cleaning: Promise<unknown>) =>
    cleaning.then(String, (error: unknown) => error instanceof UnreadableImage && error.reason);

  test('stays one as WebP, where it may', async () => {
    const webp = await (await sequence()).webp().toBuffer();
    const clean = await cleanImage(webp, { width: 10, height: 10 });
    expect([clean.type, clean.width, clean.height, await pagesOf(clean.bytes)]).toEqual(['image/webp', 10, 5, 3]);
    expect(await reasonOf(cleanImage(webp, ROOM, 'GIF'))).toBe('moving');
    expect(await pagesOf((await cleanImage(webp, ROOM, 'first frame')).bytes)).toBe(1);
  });

  test.each([
    ['PNG', async () => withFrameControl(await picture(20, 10).png().toBuffer()), 'image/png'],
    ['AVIF', async () => branded(await avif(), 'mif1', 'avis'), 'image/avif'],
  ])('that cannot stay one is refused as such, and never becomes one picture: %s', async (_what, make, type) => {
    for (const motion of ['GIF and WebP', 'GIF'] as const)
      expect(await reasonOf(cleanImage(await make(), ROOM, motion))).toBe('moving');
    expect((await cleanImage(await make(), ROOM, 'first frame')).type).toBe(type);
  });

  test('of a GIF is kept byte by byte, but for what is not shown', async () => {
    const gif = await (await sequence()).gif({ delay: [40, 50, 60], loop: 3 }).toBuffer();
    const clean = await cleanImage(Buffer.concat([withComment(gif), Buffer.from('<script>')]), ROOM);
    expect(clean.bytes.equals(gif)).toBe(true);
    expect(await sharp(clean.bytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [40, 50, 60],
      loop: 3,
    });
  });

  test('of a GIF counts by what changes, not by its frames and their canvas', async () => {
    const clean = await cleanImage(gifOf(1500, 1000, 60), ROOM);
    expect([clean.width, clean.height, await pagesOf(clean.bytes)]).toEqual([1500, 1000, 60]);
    await expect(cleanImage(gifOf(1500, 1000, 60), BOX)).rejects.toThrow(UnreadableImage);
  });

  test('of a GIF that is cut off has its whole frames', async () => {
    const gif = await (await sequence()).gif().toBuffer();
    expect(cleanGif(gif.subarray(0, -12))?.frames).toBe(2);
  });

  test('of a GIF is read in one walk, whatever it holds', async () => {
    const gif = await (await sequence()).gif().toBuffer();
    const edit = fc.record({ at: fc.nat(gif.length), drop: fc.nat(9), put: fc.uint8Array({ maxLength: 9 }) });
    fc.assert(
      fc.property(edit, ({ at, drop, put }) => {
        const bytes = Buffer.concat([gif.subarray(0, at), put, gif.subarray(at + drop)]);
        const clean = cleanGif(bytes);
        expect(clean?.bytes.length ?? 0).toBeLessThanOrEqual(bytes.length + 1);
        if (clean !== undefined) expect(cleanGif(clean.bytes)).toEqual(clean);
      }),
    );
  });
});

describe('a hostile or broken picture is refused', () => {
  const cases: [string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['a picture of 100 million pixels', () => pngOf(10_000, 10_000)],
    ['a picture that is all width', () => pngOf(2 ** 31 - 1, 1)],
    ['an AVIF of 17 million pixels', async () => sized(await avif(), 'ispe', 8, [4200, 4100])],
    ['a JPEG of 53 million pixels', () => sizedJpeg(8200, 6500)],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a drawing with the signature of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<svg width="9"/>', 'latin1')],
    ['a PNG that was cut off', async () => (await noise(100, 100).png().toBuffer()).subarray(0, 4000)],
    ['a JPEG without its pixels', () => photo.subarray(0, 200)],
    ['a HEIC', async () => branded(await avif(), 'avif', 'heic')],
    ['a GIF without a frame', () => gifOf(9, 9, 0)],
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

const avif = () => picture(60, 40).avif({ effort: 0 }).toBuffer();

function noise(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
}

/** With two numbers of so many bits written behind a mark. */
function sized(
  source: Buffer,
  mark: string | Buffer,
  behind: number,
  [first, second]: [number, number],
  bytes = 4,
): Buffer {
  const copy = Buffer.from(source);
  const at = copy.indexOf(mark) + behind;
  copy.writeUIntBE(first, at, bytes);
  copy.writeUIntBE(second, at + bytes, bytes);
  return copy;
}

/** A JPEG that says so large, and has the pixels of a small one. */
async function sizedJpeg(width: number, height: number): Promise<Buffer> {
  return sized(await picture(400, 200).jpeg().toBuffer(), Buffer.of(0xff, 0xc0), 5, [height, width], 2);
}

/** A HEIF whose first box names another brand for one. */
function branded(source: Buffer, before: string, after: string): Buffer {
  const copy = Buffer.from(source);
  for (let at = 8; at < copy.readUInt32BE(0); at += 4) {
    if (copy.toString('latin1', at, at + 4) === before) copy.write(after, at);
  }
  return copy;
}

function withFrameControl(png: Buffer): Buffer {
  const data = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  return Buffer.concat([png.subarray(0, 33), chunk('acTL', data), png.subarray(33)]);
}

/** Before its first frame. */
function withComment(gif: Buffer): Buffer {
  const at = gif.indexOf(Buffer.of(0x21, 0xf9));
  const comment = Buffer.from('at 12 Hidden Street');
  return Buffer.concat([
    gif.subarray(0, at),
    Buffer.of(0x21, 0xfe, comment.length),
    comment,
    Buffer.of(0),
    gif.subarray(at),
  ]);
}

/** Its frames change one pixel each. */
function gifOf(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  screen[4] = 0x80;
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  const all = Array.from({ length: frames }, () => frame);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    Buffer.from([255, 93, 98, 53, 214, 154]),
    ...all,
    Buffer.of(0x3b),
  ]);
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
