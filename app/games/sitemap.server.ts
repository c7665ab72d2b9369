import type { Current } from '#app/current/current.server.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { visibleGames } from './games.ts';

/** The pages of the games that the asker may see. */
export function sitemapGames({ actor }: Current): SitemapEntry[] {
  const games = visibleGames(actor);
  const kits = games.filter(({ presskit }) => presskit !== undefined);
  return [
    { path: '/games' },
    ...games.map(({ slug }) => ({ path: `/games/${slug}` })),
    ...kits.map(({ slug }) => ({ path: `/games/${slug}/presskit` })),
  ];
}
