import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { visibleGames } from '#app/games/games.server.ts';
import { studio } from '#content/studio.ts';

import type { NamedPerson } from './person-link.tsx';

export async function findPeople(
  current: Current,
  userIds: readonly string[],
): Promise<(userId: string) => NamedPerson> {
  const names = await findShownNames(current, userIds);
  return (userId) => ({ userId, name: names.get(userId) ?? `@${userId}`, isYou: userId === current.actor.userId });
}

/** The name of the game in which users have aliases, or of the site; the slug of a game that the reader may not see. */
export function contextName({ actor }: Current, context: string): string {
  if (context === DEFAULT_CONTEXT) return studio.name;
  return visibleGames(actor).find(({ slug }) => slug === context)?.name ?? context;
}
