export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif';

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const AVIF_BRANDS = new Set(['avif', 'avis']);
/** HEIF of any codec. */
const HEIF_BRANDS = new Set(['mif1', 'msf1']);
const SEQUENCE_BRANDS = new Set(['avis', 'msf1']);
/** Where a HEIF says what is in it. */
const HEAD_BYTES = 4096;
const MAX_BRANDS = 32;

/** By the first bytes, whatever a file's name or sender says. A HEIC is known and not read: its codec is not free. */
export function detectImageType(bytes: Uint8Array): ImageType | 'image/heic' | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  const brands = readBrands(bytes);
  const isOneOf = (kinds: ReadonlySet<string>) => brands.some((brand) => kinds.has(brand));
  if (isOneOf(HEIC_BRANDS)) return 'image/heic';
  if (isOneOf(AVIF_BRANDS)) return 'image/avif';
  if (!isOneOf(HEIF_BRANDS)) return undefined;
  return latin1(bytes, HEAD_BYTES).includes('av01') ? 'image/avif' : 'image/heic';
}

/** Whether a PNG, WebP or AVIF is a sequence of pictures, of which other readers show the first one. */
export function isSequence(bytes: Uint8Array, type: ImageType, pages: number): boolean {
  if (type === 'image/avif') return readBrands(bytes).some((brand) => SEQUENCE_BRANDS.has(brand));
  if (type === 'image/png') return hasFrameControl(bytes);
  return pages > 1;
}

/** The major brand, then those that it is compatible with (ISO/IEC 14496-12). */
function readBrands(bytes: Uint8Array): string[] {
  const text = latin1(bytes, 16 + 4 * MAX_BRANDS);
  if (text.slice(4, 8) !== 'ftyp') return [];
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const brands = text.slice(16, size).match(/[^]{4}/g) ?? [];
  return [text.slice(8, 12), ...brands];
}

function latin1(bytes: Uint8Array, most: number): string {
  return Buffer.from(bytes.subarray(0, most)).toString('latin1');
}

/** APNG: a chunk `acTL` before the first `IDAT`. */
function hasFrameControl(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.byteLength; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}
