/** `plain` is what every browser knows: JPEG or PNG. */
export type PictureFormat = 'avif' | 'webp' | 'plain';

/** A wildcard in `Accept` promises nothing about new formats. */
export function pickPictureFormat(accept: string | null): PictureFormat {
  const wanted = new Set(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
      .map((range) => range.split(';', 1)[0]?.trim()),
  );
  if (wanted.has('image/avif')) return 'avif';
  return wanted.has('image/webp') ? 'webp' : 'plain';
}
