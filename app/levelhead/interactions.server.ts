import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { findMemberships } from '#app/storage/sets/sets.server.ts';

import { CRATE } from './level.ts';
import type { LevelInteractions } from './level.ts';

const SETS = {
  bookmarks: 'bookmarked',
  favorites: 'favorited',
  likes: 'liked',
  plays: 'played',
  completions: 'completed',
} as const satisfies Record<string, keyof LevelInteractions>;

/** With a key or not: without one tools get the rows alone. @throws Problem 403 for a key that does not permit it */
export function interactingUser(current: Current, isRequested: boolean | undefined): string | undefined {
  const { userId, key } = current.actor;
  return isRequested === true && (userId !== undefined || key !== undefined) ? requireUser(current) : undefined;
}

/** What a player has done with levels; one that they did nothing with is missing. */
export async function findInteractions(
  current: Current,
  userId: string,
  levelIds: readonly string[],
): Promise<Map<string, LevelInteractions>> {
  if (levelIds.length === 0) return new Map();
  const wanted = { sets: Object.keys(SETS), owner: userId, members: levelIds };
  const memberships = await findMemberships(current, CRATE, wanted);
  const toInteractions = (sets: string[]) =>
    Object.fromEntries(
      Object.entries(SETS)
        .filter(([set]) => sets.includes(set))
        .map(([, name]) => [name, true]),
    ) as LevelInteractions;
  return new Map([...memberships].map(([levelId, sets]) => [levelId, toInteractions(sets)]));
}

export async function findFollowed(
  current: Current,
  userId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = { sets: ['following'], owner: userId, members: userIds };
  return new Set((await findMemberships(current, CRATE, wanted)).keys());
}
