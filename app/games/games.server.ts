import type { Current } from '#app/current/current.server.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Game } from '#content/game.ts';
import { games } from '#content/games.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';
import { PLAYER_HOST } from '#lib/youtube.ts';

import { noGame } from './problems.ts';

interface GameViewer {
  readonly role: Role;
}

/** The games that a viewer may see: published, and for no higher role (specification §6). */
export function visibleGames(viewer: GameViewer, all: readonly Game[] = games): readonly Game[] {
  return all.filter((game) => isVisible(game, viewer));
}

function isVisible(game: Game, { role }: GameViewer): boolean {
  return isAtLeast(role, game.minUsertype) && (!game.unpublished || isAtLeast(role, 'staff'));
}

/** One game by its slug, without hidden stores. @throws Problem 404 also for a game that the viewer may not see */
export function getGame(viewer: GameViewer, slug: string): Game {
  const game = visibleGames(viewer).find((one) => one.slug === slug);
  if (game === undefined) throw new Problem(noGame);
  return { ...game, stores: game.stores.filter(({ hidden }) => !hidden) };
}

/** A picture of games is visible to viewers who may see one of the games. */
export function maySeeDrawing(viewer: GameViewer, name: string): boolean {
  const shown = games.filter((game) => hasDrawing(game, name));
  return shown.length === 0 || shown.some((game) => isVisible(game, viewer));
}

function hasDrawing({ slug, presskit }: Game, name: string): boolean {
  const own = [`box-${slug}`, `banner-${slug}`, `banner-${slug}-narrow`];
  return own.includes(name) || (presskit?.images ?? []).includes(name);
}

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

const TRAILER_PAGES: ReadonlySet<string> = new Set([
  '/dev/trailer',
  ...games.filter(({ trailer }) => trailer !== undefined).map(({ slug }) => `/games/${slug}`),
]);

/** The hosts whose frames a page may show. @param path without a locale */
export function frameHosts(path: string): readonly string[] {
  return TRAILER_PAGES.has(path) ? [PLAYER_HOST] : [];
}
