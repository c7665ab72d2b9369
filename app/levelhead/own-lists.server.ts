import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { addMembers, clearSet, findMembers, removeMembers } from '#app/storage/sets/sets.server.ts';
import { Problem } from '#lib/problem.ts';

import { BOOKMARK_FIELDS } from './bookmark.ts';
import type { BookmarkPage, BookmarkQuery } from './bookmark.ts';
import { CRATE } from './level.ts';
import { addToDays, toDay } from './play/daily.server.ts';
import { noLevel, noPlayer, notYourself } from './problems.ts';
import { parseSort } from './search/level-query.ts';
import { findLevelItems } from './search/level-rows.server.ts';
import { findPlayerItems } from './search/player-rows.server.ts';
import { toFirstUuid, toLastUuid, toRowId } from './search/row-id.ts';

/** One's own bookmarks, by default the latest first. @throws Problem 401 or 403 without a user */
export async function findBookmarks(current: Current, query: BookmarkQuery): Promise<BookmarkPage> {
  const owner = requireUser(current);
  const { limit, levelIds: members, beforeLevelId, afterLevelId } = query;
  const beforeId = query.beforeId && toFirstUuid(query.beforeId);
  const afterId = query.afterId && toLastUuid(query.afterId);
  const { field, ascending } = parseSort(query.sort, BOOKMARK_FIELDS) ?? { field: 'createdAt', ascending: false };
  const order = field === 'levelId' ? 'member' : 'createdAt';
  const { rows, hasMore } = await findMembers(current, CRATE, {
    set: 'bookmarks',
    owner,
    members,
    limit,
    beforeId,
    afterId,
    beforeMember: beforeLevelId,
    afterMember: afterLevelId,
    sort: ascending ? `-${order}` : order,
  });
  const last = rows.at(-1);
  if (last === undefined) return { levelIds: [], lastId: null, next: undefined };
  const [lastId, levelId] = [toRowId(last._id), last.member];
  const next = {
    createdAt: ascending ? { afterId: lastId } : { beforeId: lastId },
    levelId: ascending ? { afterLevelId: levelId } : { beforeLevelId: levelId },
  }[field];
  return { levelIds: rows.map(({ member }) => member), lastId, next: hasMore ? next : undefined };
}

/** All or none of them. @throws Problem 401 or 403 without a user, 404 when a level does not exist, 507 */
export async function addBookmarks(current: Current, levelIds: readonly string[]): Promise<void> {
  const owner = requireUser(current);
  const known = await findLevelItems(current, levelIds);
  if (levelIds.length === 0 || levelIds.some((levelId) => !known.has(levelId))) throw new Problem(noLevel);
  await addMembers(current, CRATE, { set: 'bookmarks', owner, members: [...levelIds] });
}

/** Those that are no bookmarks change nothing. @throws Problem 401 or 403 without a user */
export async function removeBookmarks(current: Current, levelIds: readonly string[]): Promise<void> {
  const owner = requireUser(current);
  await removeMembers(current, CRATE, { set: 'bookmarks', owner, members: [...levelIds] });
}

/** @throws Problem 401 or 403 without a user */
export async function clearBookmarks(current: Current): Promise<void> {
  await clearSet(current, CRATE, { set: 'bookmarks', owner: requireUser(current) });
}

/** Once more changes nothing. @throws Problem 401 or 403 without a user, 404 for no player, 400 for oneself, 507 */
export async function followPlayer(current: Current, userId: string): Promise<void> {
  const owner = requireUser(current);
  if (userId === owner || userId === '@me') throw new Problem(notYourself);
  const { size } = await findPlayerItems(current, [userId]);
  if (size === 0) throw new Problem(noPlayer);
  await inTransaction(current, async (current) => {
    const { added } = await addMembers(current, CRATE, { set: 'following', owner, members: [userId] });
    if (added.length > 0) await countSubscriber(current, userId, 1);
  });
}

/** Somebody whom one does not follow changes nothing. @throws Problem 401 or 403 without a user */
export async function unfollowPlayer(current: Current, userId: string): Promise<void> {
  const owner = requireUser(current);
  await inTransaction(current, async (current) => {
    const { removed } = await removeMembers(current, CRATE, { set: 'following', owner, members: [userId] });
    if (removed.length > 0) await countSubscriber(current, userId, -1);
  });
}

async function countSubscriber(current: Current, id: string, subscribers: 1 | -1): Promise<void> {
  await addToDays(current, [{ kind: 'player', id, day: toDay(current.now()), subscribers }]);
}
