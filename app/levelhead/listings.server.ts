import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { SetPage } from '#app/storage/sets/pages.server.ts';
import { findHolders, findMembers } from '#app/storage/sets/sets.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { CRATE } from './level.ts';
import type { LevelListQuery, LevelsListing, PlayerListQuery, PlayersListing } from './listing.ts';
import { findNames } from './names.server.ts';
import { noLevel } from './problems.ts';
import { existsSql, findLevelItems } from './search/level-rows.server.ts';
import { toFirstUuid, toRowId } from './search/row-id.ts';

export interface ListingPage<Listing> {
  readonly rows: Listing;
  /** The `_id` before which the next page is. */
  readonly beforeId: string | undefined;
}

/** Who likes a level or has it among their favorites, the latest first; likes without those whose nobody shall see. @throws Problem 404 */
export async function findLevelFans(
  current: Current,
  set: 'likes' | 'favorites',
  levelId: string,
  query: PlayerListQuery,
): Promise<ListingPage<PlayersListing>> {
  const { size } = await findLevelItems(current, [levelId]);
  if (size === 0) throw new Problem(noLevel);
  const { userIds: owners, limit } = query;
  const beforeId = query.beforeId && toFirstUuid(query.beforeId);
  const page = await findHolders(current, CRATE, { set, member: levelId, owners, beforeId, limit });
  return namePlayers(current, page, 'owner', query);
}

/** Whom a player follows, the latest first. @throws Problem 401 or 403 for `@me` without a user */
export async function findFollowing(
  current: Current,
  userId: string,
  query: PlayerListQuery,
): Promise<ListingPage<PlayersListing>> {
  const owner = userId === '@me' ? requireUser(current) : userId;
  const { userIds: members, limit } = query;
  const beforeId = query.beforeId && toFirstUuid(query.beforeId);
  const page = await findMembers(current, CRATE, { set: 'following', owner, members, beforeId, limit });
  return namePlayers(current, page, 'member', query);
}

/** Who follows a player, the latest first. @throws Problem as `findFollowing` */
export async function findFollowers(
  current: Current,
  userId: string,
  query: PlayerListQuery,
): Promise<ListingPage<PlayersListing>> {
  const member = userId === '@me' ? requireUser(current) : userId;
  const { userIds: owners, limit } = query;
  const beforeId = query.beforeId && toFirstUuid(query.beforeId);
  const page = await findHolders(current, CRATE, { set: 'following', member, owners, beforeId, limit });
  return namePlayers(current, page, 'owner', query);
}

/** The latest first; likes that nobody shall see for the player alone, and unlisted ones for the player, creators and who names them. @throws Problem as `findFollowing` */
export async function findFannedLevels(
  current: Current,
  set: 'likes' | 'favorites',
  userId: string,
  query: LevelListQuery,
): Promise<ListingPage<LevelsListing>> {
  const owner = userId === '@me' ? requireUser(current) : userId;
  const { levelIds: members, limit } = query;
  const beforeId = query.beforeId && toFirstUuid(query.beforeId);
  const where = (levelId: Sql) => existsSql(levelId, current.now());
  const page = await findMembers(current, CRATE, { set, owner, members, beforeId, limit, where });
  return toListingPage(
    page,
    page.rows.map(({ _id, member }) => ({ _id: toRowId(_id), levelId: member })),
  );
}

async function namePlayers(
  current: Current,
  page: SetPage,
  side: 'owner' | 'member',
  { includeAliases, onlySafe, maxReports }: PlayerListQuery,
): Promise<ListingPage<PlayersListing>> {
  const rows: PlayersListing = page.rows.map((row) => ({ _id: toRowId(row._id), userId: row[side] }));
  if (includeAliases) {
    const userIds = rows.map(({ userId }) => userId);
    const names = await findNames(current, userIds, { onlySafe, maxReports });
    for (const row of rows) row.alias = names.get(row.userId);
  }
  return toListingPage(page, rows);
}

function toListingPage<Listing extends { _id: string }[]>({ hasMore }: SetPage, rows: Listing): ListingPage<Listing> {
  return { rows, beforeId: hasMore ? rows.at(-1)?._id : undefined };
}
