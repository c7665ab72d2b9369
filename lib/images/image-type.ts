export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif';

const AVIF_BRANDS = new Set(['avif', 'avis']);

/** By the first bytes, whatever a file's name or sender says. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.slice(4, 8) === 'ftyp' && AVIF_BRANDS.has(head.slice(8))) return 'image/avif';
  return undefined;
}
