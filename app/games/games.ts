import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { games } from '#content/games.ts';
import type { Game } from '#content/games.ts';
import { Problem } from '#lib/problem.ts';

import { noGame } from './problems.ts';

interface Viewer {
  readonly role: Role;
}

/** The games that a viewer may see: published, and for no higher role (specification §6). */
export function visibleGames({ role }: Viewer): readonly Game[] {
  return games.filter((game) => isAtLeast(role, game.minUsertype) && (!game.unpublished || isAtLeast(role, 'staff')));
}

/** What a tile shows of a game. */
export type TileGame = Pick<Game, 'slug' | 'name' | 'unpublished'>;

export function tileOf({ slug, name, unpublished }: Game): TileGame {
  return { slug, name, unpublished };
}

/** One game by its slug. @throws Problem 404 when there is none, or the viewer may not see it */
export function getGame(viewer: Viewer, slug: string): Game {
  const game = visibleGames(viewer).find((one) => one.slug === slug);
  if (game === undefined) throw new Problem(noGame);
  return game;
}
