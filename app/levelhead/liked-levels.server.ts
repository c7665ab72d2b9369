import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { addMembers, removeMembers } from '#app/storage/sets/sets.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { toLevelCard } from './level-card.ts';
import type { LevelCard } from './level-card.ts';
import { CRATE } from './level.ts';
import { findLevels } from './levels.server.ts';
import { findFannedLevels } from './listings.server.ts';
import { addToDays, toDay } from './play/daily.server.ts';
import { getPlayedLevel } from './play/played-levels.server.ts';
import type { PlayedLevel } from './play/played-levels.server.ts';
import { ownLike } from './problems.ts';
import { RowId } from './search/parameters.ts';

const PAGE_SIZE = 12;
/** Of one player in an hour, taking back counted too. */
const LIKES = { name: 'level likes', points: 120, seconds: 3600, credit: 0 };

export interface LikedLevels {
  readonly levels: readonly LevelCard[];
  /** What goes on before it. */
  readonly next: string | undefined;
}

/**
 * The levels that somebody likes, the latest like first. What is unlisted is among them for themselves alone, and who wants
 * nobody to see their likes shows others none. @param before the cursor of the page before; any other one is the first page
 */
export async function findLikedLevels(
  current: Current,
  userId: string,
  before: string | undefined,
  { isOwn, limit = PAGE_SIZE }: { isOwn: boolean; limit?: number },
): Promise<LikedLevels> {
  const beforeId = RowId.safeParse(before).data;
  const { rows, beforeId: next } = await findFannedLevels(current, 'likes', userId, { limit, beforeId });
  return {
    levels: await findCards(
      current,
      rows.map(({ levelId }) => levelId),
      isOwn,
    ),
    next,
  };
}

/** In the order of the ids. @param isOwn whether those that are unlisted are shown too */
export async function findCards(current: Current, levelIds: string[], isOwn: boolean): Promise<LevelCard[]> {
  if (levelIds.length === 0) return [];
  const includeMyInteractions = current.actor.userId !== undefined;
  const { levels } = await findLevels(current, {
    levelIds,
    limit: levelIds.length,
    includeStats: true,
    includeAliases: true,
    includeMyInteractions,
  });
  const byId = new Map(levels.filter(({ unlisted }) => isOwn || unlisted !== true).map((one) => [one.levelId, one]));
  return levelIds.flatMap((levelId) => byId.get(levelId) ?? []).map(toLevelCard);
}

/**
 * The same like as the game's. Once more changes nothing.
 * @throws Problem 401 or 403 without a user, 400 for a level of their own, 404, 429, 507
 */
export async function likeLevel(current: Current, levelId: string): Promise<void> {
  await changeLike(current, levelId, 1);
}

/** One that is not liked changes nothing. @throws Problem 401 or 403 without a user, 404, 429 */
export async function unlikeLevel(current: Current, levelId: string): Promise<void> {
  await changeLike(current, levelId, -1);
}

async function changeLike(outer: Current, levelId: string, step: 1 | -1): Promise<void> {
  const owner = requireUser(outer);
  await requireWithinLimit(outer, owner, LIKES);
  const level = await getPlayedLevel(outer, levelId);
  if (step === 1 && level.creatorId === owner) throw new Problem(ownLike);
  const write = async (current: Current) => {
    const change = { set: 'likes', owner, members: [levelId], stats: () => toCreatorStats(level, step) };
    const changed =
      step === 1
        ? (await addMembers(current, CRATE, change)).added
        : (await removeMembers(current, CRATE, change)).removed;
    if (changed.length > 0) await countLike(current, level, step);
  };
  await retryAfterDeadlock(outer.db, () => inTransaction(outer, write));
}

/** The likes of the level itself are counted by the rule of the set. */
function toCreatorStats({ creatorId }: PlayedLevel, step: 1 | -1) {
  return [{ name: creatorId, changeStats: { LikeGen: step } }];
}

async function countLike(current: Current, { levelId, creatorId }: PlayedLevel, likes: 1 | -1): Promise<void> {
  const day = toDay(current.now());
  await addToDays(current, [
    { kind: 'level', id: levelId, day, likes },
    { kind: 'player', id: creatorId, day, likes },
  ]);
}
