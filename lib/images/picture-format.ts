/** How a picture is sent: by what the browser knows, or as `plain`, which every browser knows. */
export type PictureFormat = 'avif' | 'webp' | 'plain';

/** The smallest format that an `Accept` header names; a wildcard promises nothing about new formats. */
export function pictureFormatOf(accept: string | null): PictureFormat {
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
