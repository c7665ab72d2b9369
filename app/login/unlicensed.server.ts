import type { Current } from '#app/current/current.server.ts';
import { inLocale } from '#app/current/locale.ts';
import { requireGameServer } from '#app/current/permission.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { games } from '#content/games.ts';

import type { UnlicensedPage } from './unlicensed.ts';

/** For a game by its app key. @param slug of the game; by default the id of the app @throws Problem 401, 403 */
export function findUnlicensedPage(current: Current, slug = current.actor.app ?? ''): UnlicensedPage {
  requireGameServer(current);
  const game = games.find((one) => one.slug === slug);
  const path = inLocale({ locale: current.locale }, '/login/unlicensed');
  const query = game === undefined ? '' : `?game=${game.slug}`;
  return { address: `${current.config.mainUrl}${path}${query}`, game: game?.name ?? null };
}

/** Its name from our own list, as anybody may write the address; undefined for one that the reader may not know of. */
export function findGameName({ actor }: Pick<Current, 'actor'>, slug: string | null): string | undefined {
  const game = games.find((one) => one.slug === slug);
  return game !== undefined && isAtLeast(actor.role, game.minUsertype satisfies Role) ? game.name : undefined;
}
