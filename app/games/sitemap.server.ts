import type { Current } from '#app/current/current.server.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { visibleGames } from './games.server.ts';

/** The pages of the games that the asker may see, and of their press kits. */
export function sitemapGames({ actor }: Current): SitemapEntry[] {
  const games = visibleGames(actor);
  const kits = games.filter(({ presskit }) => presskit !== undefined);
  return [
    { path: '/games' },
    { path: '/press' },
    ...games.map(({ slug }) => ({ path: `/games/${slug}` })),
    ...kits.map(({ slug }) => ({ path: `/games/${slug}/presskit` })),
  ];
}
