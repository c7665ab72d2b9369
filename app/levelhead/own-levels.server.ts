import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { countMembers } from '#app/storage/sets/sets.server.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';

import { readCursor, writeCursor } from './browse/cursor.ts';
import { toLevelCard } from './level-card.ts';
import type { LevelCard } from './level-card.ts';
import { CRATE } from './level.ts';
import { findLevels } from './levels.server.ts';
import { findCards } from './liked-levels.server.ts';
import type { LikedLevels } from './liked-levels.server.ts';
import { findBookmarks } from './own-lists.server.ts';
import { existingLevels } from './search/level-rows.server.ts';
import { RowId } from './search/parameters.ts';

interface OwnLevel extends LevelCard {
  readonly isUnlisted: boolean;
}

/** What the actor has built, also what is unlisted, the latest first. @throws Problem 401 */
export async function findOwnLevels(
  current: Current,
  after: string | undefined,
  limit: number,
): Promise<{ levels: OwnLevel[]; next: string | undefined }> {
  const userId = requireUser(current);
  const cursor = readCursor(new URLSearchParams({ after: after ?? '' }));
  const { levels: found } = await findLevels(current, {
    userIds: [userId],
    includeUnlisted: true,
    limit: limit + 1,
    includeStats: true,
    includeAliases: true,
    ...(cursor && { maxCreatedAt: new Date(cursor.value), tiebreakerItemId: cursor.itemId }),
  });
  const { shown, last } = cutPage(found, limit);
  return {
    levels: shown.map((level) => Object.assign(toLevelCard(level), { isUnlisted: level.unlisted === true })),
    next: last && writeCursor(last, 'createdAt'),
  };
}

/** The latest bookmark first; what is gone is left out. @throws Problem 401 */
export async function findBookmarkedLevels(
  current: Current,
  before: string | undefined,
  limit: number,
): Promise<LikedLevels> {
  const { levelIds, lastId, next } = await findBookmarks(current, { limit, beforeId: RowId.safeParse(before).data });
  const levels = await findCards(current, [...levelIds], true);
  return { levels, next: next === undefined ? undefined : (lastId ?? undefined) };
}

/** No more than `most` are counted. @throws Problem 401 */
export async function countOwnLevels(current: Current, most: number): Promise<number> {
  const [row] = await current.db.query<{ count: number }>(sql`
    select count(*)::integer as count from (select from ${existingLevels(current.now())} l
      where l.crate_id = ${CRATE} and l.user_id = ${requireUser(current)} limit ${most}::integer) own`);
  return row?.count ?? 0;
}

/** How many levels the actor likes or has bookmarked, or players they follow; also what is gone since. @throws Problem 401 */
export function countOwnSet(current: Current, set: 'likes' | 'bookmarks' | 'following'): Promise<number> {
  return countMembers(current, CRATE, { set, owner: requireUser(current) });
}
