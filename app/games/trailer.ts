import { games } from '#content/games.ts';

/** Where trailers are shown from: the host of YouTube that sets no cookie before one plays. */
export const TRAILER_HOST = 'https://www.youtube-nocookie.com';

/** Where developers look at the part that shows a trailer. */
export const TRAILER_SAMPLE_PATH = '/dev/trailer';

const PAGES: ReadonlySet<string> = new Set([
  TRAILER_SAMPLE_PATH,
  ...games.filter(({ trailer }) => trailer !== undefined).map(({ slug }) => `/games/${slug}`),
]);

/** The hosts that a page may show frames of. @param path without a locale */
export function frameHosts(path: string): readonly string[] {
  return PAGES.has(path) ? [TRAILER_HOST] : [];
}

/** Where a trailer plays, at once because somebody has just asked for it. */
export function trailerUrl(youtubeId: string): string {
  return `${TRAILER_HOST}/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0`;
}

/** Where it plays without us. */
export function watchUrl(youtubeId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`;
}
