import sharp from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';

import { imageTypeOf } from './image-type.ts';
import type { ImageType } from './image-type.ts';
import type { PictureFormat } from './picture-format.ts';

/** Of one picture, with all its frames. */
export const MAX_PIXELS = 40_000_000;
/** AVIF takes many times as long as others, and nothing stops its work. */
export const MAX_AVIF_PIXELS = 12_000_000;
const SECONDS = 10;
const POINTS_PER_INCH = 72;
const MARGIN = 1;

/** To be changed when pictures are encoded to other bytes. */
export const ENCODER = `sharp-${sharp.versions.sharp}-2`;

export class UnreadableImage extends Error {}

export interface EncodedImage {
  bytes: Buffer<ArrayBuffer>;
  type: string;
  width: number;
  height: number;
}

// Callers limit the work, so one picture takes one thread. Nothing is decoded but these kinds.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});

/** Fits into the box, upright, without metadata, and never larger than it is. @throws UnreadableImage */
export async function fitRaster(source: Uint8Array, box: PixelBox, format: PictureFormat): Promise<EncodedImage> {
  await readImage(source);
  const fit = { ...box, fit: 'inside', withoutEnlargement: true } as const;
  return translated(() => encode(open(source).autoOrient().resize(fit), format));
}

/** For drawings of our own only: one from outside can ask for files. */
export async function fitVector(svg: Uint8Array, box: PixelBox, format: PictureFormat): Promise<EncodedImage> {
  const own = await sharp(svg).metadata();
  const scale = Math.min(box.width / own.width, box.height / own.height);
  const [width, height] = [Math.round(own.width * scale), Math.round(own.height * scale)];
  // Edge pixels may be covered in part, so more is drawn than is shown.
  const drawn = Math.max((width + 2 * MARGIN + 1) / own.width, (height + 2 * MARGIN + 1) / own.height);
  const image = open(svg, { density: POINTS_PER_INCH * drawn });
  return encode(image.extract({ left: MARGIN, top: MARGIN, width, height }), format);
}

export interface ImageInfo {
  type: ImageType;
  width: number;
  height: number;
}

/** Re-encodes a picture, upright and shrunk, so that nothing hidden in the file survives. @throws UnreadableImage */
export async function cleanImage(
  source: Uint8Array,
  box: PixelBox,
  frames: 'all frames' | 'first frame' = 'all frames',
): Promise<EncodedImage> {
  const { type } = await readImage(source);
  const moves = type === 'image/gif' && frames === 'all frames';
  const image = moves ? open(source, { animated: true }) : open(source).autoOrient();
  const fitted = image.resize({ ...box, fit: 'inside', withoutEnlargement: true });
  return translated(async () => {
    // What is shown is encoded once more, so this one may be large, but must be quick.
    const { data, info } = await inType(fitted, type, 0)
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, type, width: info.width, height: info.pageHeight ?? info.height };
  });
}

/** The machine was too busy for it, or the picture is too much for any. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ');
}

/** @throws UnreadableImage */
export async function readImage(source: Uint8Array): Promise<ImageInfo> {
  const type = imageTypeOf(source);
  if (type === undefined) throw new UnreadableImage('the file is no JPEG, PNG, WebP, AVIF or GIF');
  const { width, height, pages = 1, autoOrient } = await translated(() => metadataOf(source));
  const most = type === 'image/avif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
  if (width * height * pages > most) throw new UnreadableImage('the picture has too many pixels');
  return { type, width: autoOrient.width, height: autoOrient.height };
}

interface PixelBox {
  width: number;
  height: number;
}

function metadataOf(source: Uint8Array): Promise<Metadata> {
  return open(source).metadata();
}

function open(source: Uint8Array, options: SharpOptions = {}): Sharp {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options });
}

async function encode(image: Sharp, format: PictureFormat): Promise<EncodedImage> {
  const fitted = image.timeout({ seconds: SECONDS });
  const encoded = format === 'plain' ? await plain(fitted) : inType(fitted, `image/${format}`);
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const type = format === 'plain' ? `image/${info.format}` : `image/${format}`;
  return { bytes: data, type, width: info.width, height: info.height };
}

/** JPEG is smaller, but has no transparency. */
async function plain(fitted: Sharp): Promise<Sharp> {
  const { data, info } = await fitted.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const raw = () => sharp(data, { raw: { width, height, channels } });
  return inType(raw(), isOpaque(data, channels) ? 'image/jpeg' : 'image/png');
}

/** `stats` of Sharp says so too, but also measures what takes as long as to encode. */
function isOpaque(pixels: Uint8Array, channels: number): boolean {
  if (channels === 1 || channels === 3) return true;
  for (let at = channels - 1; at < pixels.length; at += channels) if (pixels[at] !== 255) return false;
  return true;
}

function inType(image: Sharp, type: ImageType, avifEffort = 2): Sharp {
  if (type === 'image/avif') return image.avif({ quality: 60, effort: avifEffort });
  if (type === 'image/webp') return image.webp({ quality: 85, smartSubsample: true });
  if (type === 'image/png') return image.png({ compressionLevel: 9 });
  if (type === 'image/gif') return image.gif();
  return image.jpeg({ quality: 85, progressive: true });
}

async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new UnreadableImage('the picture cannot be read', { cause: error });
  }
}
