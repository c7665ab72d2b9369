import { games } from '#content/games.ts';

import { TRAILER_HOST, TRAILER_SAMPLE_PATH } from './trailer.ts';

const PAGES: ReadonlySet<string> = new Set([
  TRAILER_SAMPLE_PATH,
  ...games.filter(({ trailer }) => trailer !== undefined).map(({ slug }) => `/games/${slug}`),
]);

/** The hosts that a page may show frames of, for who may see the page at all. @param path without a locale */
export function frameHosts(path: string): readonly string[] {
  return PAGES.has(path) ? [TRAILER_HOST] : [];
}
