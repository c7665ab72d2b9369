import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { games } from '#content/games.ts';
import type { Game } from '#content/game.ts';
import { Problem } from '#lib/problem.ts';

import { noGame } from './problems.ts';

interface Viewer {
  readonly role: Role;
}

/** The games that a viewer may see: published, and for no higher role (specification §6). */
export function visibleGames(viewer: Viewer, all: readonly Game[] = games): readonly Game[] {
  return all.filter((game) => isVisible(game, viewer));
}

function isVisible(game: Game, { role }: Viewer): boolean {
  return isAtLeast(role, game.minUsertype) && (!game.unpublished || isAtLeast(role, 'staff'));
}

/** One game by its slug, without what nobody is shown. @throws Problem 404 when there is none, or the viewer may not see it */
export function getGame(viewer: Viewer, slug: string): Game {
  const game = visibleGames(viewer).find((one) => one.slug === slug);
  if (game === undefined) throw new Problem(noGame);
  return { ...game, stores: game.stores.filter(({ hidden }) => !hidden) };
}

/** Who sees a game beside everyone who looks: it is marked where only some do. */
export type Audience = 'everyone' | 'unpublished' | 'members';

export function audienceOf({ unpublished, minUsertype }: Game): Audience {
  if (unpublished) return 'unpublished';
  return minUsertype === 'public' ? 'everyone' : 'members';
}

/** What a tile shows of a game. */
export interface TileGame {
  readonly slug: string;
  readonly name: string;
  readonly audience: Audience;
}

export function tileOf(game: Game): TileGame {
  return { slug: game.slug, name: game.name, audience: audienceOf(game) };
}

/** What a poster says of a game: a tile's words, and what the game is about. */
export interface PosterGame extends TileGame {
  readonly tagline: string;
  readonly genre: string;
}

export function posterOf(game: Game): PosterGame {
  return { ...tileOf(game), tagline: game.tagline, genre: game.genre };
}
