/** The kinds of raster pictures that are taken from outside. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif';

const AVIF_BRANDS = new Set(['avif', 'avis']);

/** What a file is by its first bytes, whatever its name or sender says; undefined when it is none of the kinds. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.slice(4, 8) === 'ftyp' && AVIF_BRANDS.has(head.slice(8))) return 'image/avif';
  return undefined;
}
