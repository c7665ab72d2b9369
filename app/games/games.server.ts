import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { games } from '#content/games.ts';
import type { Game } from '#content/game.ts';
import { Problem } from '#lib/problem.ts';

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

/** One game by its slug, without what nobody is shown. @throws Problem 404 when there is none, or the viewer may not see it */
export function getGame(viewer: GameViewer, slug: string): Game {
  const game = visibleGames(viewer).find((one) => one.slug === slug);
  if (game === undefined) throw new Problem(noGame);
  return { ...game, stores: game.stores.filter(({ hidden }) => !hidden) };
}

/** Whether a viewer may see the picture of a name: one that shows games is for those who may see one of them. */
export function maySeeDrawing(viewer: GameViewer, name: string): boolean {
  const shown = games.filter((game) => isDrawingOf(game, name));
  return shown.length === 0 || shown.some((game) => isVisible(game, viewer));
}

function isDrawingOf({ slug, presskit }: Game, name: string): boolean {
  const own = [`box-${slug}`, `banner-${slug}`, `banner-${slug}-narrow`];
  return own.includes(name) || (presskit?.images ?? []).includes(name);
}
