import { isBannedSql } from '#app/accounts/ban.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { CRATE } from '../level.ts';
import { CUSTOM_PLAN, orderBySort, pageConditions, findTieBound } from './ordered-page.server.ts';
import type { PageOrder } from './ordered-page.server.ts';
import { toPlayerRanges, toPlayerSort } from './player-query.ts';
import type { PlayerField, PlayerQuery } from './player-query.ts';
import { toFirstUuid, toLastUuid } from './row-id.ts';

type PlayerRow = Pick<Row<'levelhead_players'>, 'item_id' | 'user_id' | 'updated_at'> & {
  sort_value: number | Date;
};

/** The players of a search in its order, in one statement; whoever is banned is none meanwhile. @throws Problem 503 */
export async function findPlayerRows(current: Current, query: PlayerQuery): Promise<PlayerRow[]> {
  const order = await playerOrder(current, query);
  if (order === undefined) return [];
  const { userIds = [] } = query;
  const conditions = [
    ...(userIds.length === 0 ? [] : [sql`p.user_id = any(${userIds}::text[])`]),
    ...pageConditions(order),
    sql`not ${isBannedSql(sql`p.user_id`, current.now())}`,
  ];
  const statement = sql`${CUSTOM_PLAN}select item_id, user_id, updated_at,
      ${COLUMNS[order.sort.field]} as sort_value from levelhead_players p
    where ${sql.join(conditions, ' and ')} ${orderBySort(order)} limit ${query.limit}::int`;
  return runSearch<PlayerRow>(current, statement, false);
}

export async function findAvatars({ db }: Current, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<Pick<Row<'levelhead_players'>, 'user_id' | 'avatar_id'>>(sql`
    select user_id, avatar_id from levelhead_players where user_id = any((select ${userIds}::text[])::text[])`);
  return new Map(rows.map((row) => [row.user_id, row.avatar_id ?? '']));
}

/** Which of them are players that are not banned, with their items. */
export async function findPlayerItems(current: Current, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await current.db.query<Pick<Row<'levelhead_players'>, 'user_id' | 'item_id'>>(sql`
    select user_id, item_id from levelhead_players p
    where user_id = any((select ${userIds}::text[])::text[]) and not ${isBannedSql(sql`p.user_id`, current.now())}`);
  return new Map(rows.map((row) => [row.user_id, row.item_id]));
}

/** In their order, from a cursor on, which is '' at first; all of them, also who is banned. For jobs and staff. */
export async function findPlayerIds({ db }: Current, cursor: string, limit: number): Promise<string[]> {
  const rows = await db.query<Pick<Row<'levelhead_players'>, 'user_id'>>(sql`
    select user_id from levelhead_players where crate_id = ${CRATE} and user_id > ${cursor}
    order by user_id limit ${limit}::integer`);
  return rows.map((row) => row.user_id);
}

export async function countPlayers({ db }: Current): Promise<number> {
  const [row] = await db.query<{ size: number }>(sql`
    select count(*)::integer as size from levelhead_players where crate_id = ${CRATE}`);
  return row?.size ?? 0;
}

export async function isPlayer({ db }: Current, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from levelhead_players where crate_id = ${CRATE} and user_id = ${userId} limit 1`);
  return rows.length > 0;
}

const COLUMNS = {
  createdAt: sql`p.created_at`,
  updatedAt: sql`p.updated_at`,
  Subscribers: sql`p.subscribers`,
  PlayTime: sql`p.play_time`,
  Plays: sql`p.plays`,
  Trophies: sql`p.trophies`,
  Shoes: sql`p.shoes`,
  Crowns: sql`p.crowns`,
  Published: sql`p.published`,
  HiddenGem: sql`p.hidden_gem`,
  TipsGotten: sql`p.tips_gotten`,
  BucksTipped: sql`p.bucks_tipped`,
  TipsPerLevel: sql`p.tips_per_level`,
  TipsPerDay: sql`p.tips_per_day`,
  TippedPerLevelPlayed: sql`p.tipped_per_level_played`,
  TippedPerDay: sql`p.tipped_per_day`,
} as const satisfies Record<PlayerField, Sql>;

async function playerOrder(current: Current, query: PlayerQuery): Promise<PageOrder<PlayerField> | undefined> {
  const sort = toPlayerSort(query);
  const ranges = toPlayerRanges(query);
  const itemId = query.tiebreakerItemId;
  if (itemId === undefined) return { columns: COLUMNS, sort, ranges, tie: undefined };
  const value = findTieBound(sort, ranges) ?? (await findValue(current, itemId, COLUMNS[sort.field]));
  return value === undefined ? undefined : { columns: COLUMNS, sort, ranges, tie: { itemId, value } };
}

async function findValue(current: Current, itemId: string, column: Sql): Promise<number | Date | undefined> {
  const [row] = await current.db.query<{ value: number | Date }>(sql`
    select ${column} as value from levelhead_players p where crate_id = ${CRATE}
      and item_id between ${toFirstUuid(itemId)}::uuid and ${toLastUuid(itemId)}::uuid`);
  return row?.value;
}
