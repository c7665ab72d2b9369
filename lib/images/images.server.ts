import sharp from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';

import { cleanGif } from './gif.ts';
import { detectImageType, isSequence } from './image-type.ts';
import type { ImageType } from './image-type.ts';
import type { PictureFormat } from './picture-format.ts';

/** Of one picture, or of all frames that are encoded anew. */
const MAX_PIXELS = 40_000_000;
/** Cameras of 50 megapixels; what is shown smaller is decoded smaller, so that most take little memory. */
const MAX_JPEG_PIXELS = 52_000_000;
/** AVIF takes many times as long as others, and nothing stops its work. */
const MAX_AVIF_PIXELS = 16_000_000;
/** Of a GIF whose frames stay as they are, as far as they change something. */
const MAX_GIF_PIXELS = 400_000_000;
const SECONDS = 10;
const POINTS_PER_INCH = 72;
const MARGIN = 1;

/** To be changed when pictures are encoded to other bytes. */
export const ENCODER = `sharp-${sharp.versions.sharp}-2`;

type Reason = 'heic' | 'moving' | 'unreadable';

export class UnreadableImage extends Error {
  /** A codec that is not read, a sequence that would become one picture, or anything else. */
  readonly reason: Reason;

  constructor(message: string, reason: Reason = 'unreadable', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

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

/** Which sequences of pictures stay ones, where others are refused; or the first picture is all that is wanted. */
type Motion = 'GIF and WebP' | 'GIF' | 'first frame';

/** Re-encodes a picture, upright and shrunk, so that nothing hidden in the file survives. @throws UnreadableImage */
export async function cleanImage(
  source: Uint8Array,
  box: PixelBox,
  motion: Motion = 'GIF and WebP',
): Promise<EncodedImage> {
  const { type, width, height, frames, isMoving } = await readImage(source);
  const moves = isMoving && motion !== 'first frame';
  if (moves && type !== 'image/gif' && (type !== 'image/webp' || motion === 'GIF'))
    throw new UnreadableImage('the sequence would become one picture', 'moving');
  if (moves && type === 'image/gif' && width <= box.width && height <= box.height)
    return keepFrames(source, { width, height });
  if (moves && width * height * frames > MAX_PIXELS) throw new UnreadableImage('the frames have too many pixels');
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

/** Encoding a GIF anew would take all of its canvas for each frame, however little changes. */
async function keepFrames(source: Uint8Array, size: PixelBox): Promise<EncodedImage> {
  const clean = cleanGif(source);
  if (clean === undefined || clean.pixels > MAX_GIF_PIXELS) throw new UnreadableImage('the frames cannot be kept');
  await translated(() => open(clean.bytes).resize(1).timeout({ seconds: SECONDS }).toBuffer());
  return { bytes: clean.bytes, type: 'image/gif', ...size };
}

/** The machine was too busy for it, or the picture is too much for any. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ');
}

interface ImageInfo {
  type: ImageType;
  /** In pixels, upright, of one frame. */
  width: number;
  height: number;
  frames: number;
  /** A sequence of pictures, also where only the first of its frames can be read. */
  isMoving: boolean;
}

/** @throws UnreadableImage */
export async function readImage(source: Uint8Array): Promise<ImageInfo> {
  const type = detectImageType(source);
  if (type === undefined) throw new UnreadableImage('the file is no JPEG, PNG, WebP, AVIF or GIF');
  if (type === 'image/heic') throw new UnreadableImage('the file is a HEIC', 'heic');
  const { width, height, pages = 1, autoOrient } = await translated(() => readMetadata(source));
  if (width * height > (MAX_PIXELS_OF[type] ?? MAX_PIXELS))
    throw new UnreadableImage('the picture has too many pixels');
  return {
    type,
    width: autoOrient.width,
    height: autoOrient.height,
    frames: pages,
    isMoving: isSequence(source, type, pages),
  };
}

const MAX_PIXELS_OF: Readonly<Partial<Record<ImageType, number>>> = {
  'image/jpeg': MAX_JPEG_PIXELS,
  'image/avif': MAX_AVIF_PIXELS,
};

interface PixelBox {
  width: number;
  height: number;
}

function readMetadata(source: Uint8Array): Promise<Metadata> {
  return open(source).metadata();
}

function open(source: Uint8Array, options: SharpOptions = {}): Sharp {
  // A JPEG without its end is shown as far as it goes, as browsers do.
  const failOn = detectImageType(source) === 'image/jpeg' ? 'none' : 'error';
  return sharp(source, { limitInputPixels: MAX_JPEG_PIXELS, failOn, ...options });
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
    throw new UnreadableImage('the picture cannot be read', 'unreadable', { cause: error });
  }
}
