import { isBannedSql } from '#app/accounts/ban.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { CRATE } from '../level.ts';
import { levelRangesOf, levelSortOf, scopeOf } from './level-query.ts';
import type { LevelField, LevelQuery } from './level-query.ts';
import { PLANNED_ANEW, orderOf, pageConditions, tieBoundOf } from './ordered-page.server.ts';
import type { PageOrder } from './ordered-page.server.ts';

export type LevelRow = Pick<Row<'levelhead_levels'>, 'item_id' | 'level_id' | 'updated_at'> & {
  sort_value: number | Date;
};

/**
 * The levels of a search in its order, in one statement. One rule for all that shows levels: what is deleted is gone, what
 * is unlisted is found by its id or where the search names it, and what a banned creator made is gone while the ban lasts.
 * @throws Problem 503 for a search that takes too long
 */
export async function findLevelRows(current: Current, query: LevelQuery): Promise<LevelRow[]> {
  const order = await levelOrder(current, query);
  if (order === undefined) return [];
  const rows = sql`select item_id, level_id, updated_at, ${COLUMNS[order.sort.field]} as sort_value
    from levelhead_levels l where ${sql.join([...levelConditions(current, query), ...pageConditions(order)], ' and ')}`;
  // Tags that exclude each other have few hits or none, which the planner cannot know: a walk along the order would not end.
  const isRare = (query.tags?.length ?? 0) > 1;
  const found = isRare ? sql`with hits as materialized (${rows}) select * from hits` : rows;
  const statement = sql`${PLANNED_ANEW}${found} ${orderOf(order)} limit ${query.limit}::int`;
  return runSearch<LevelRow>(current, statement, false);
}

/** Which of the levels exist for everybody who has their ids. */
export async function findLevelItems(current: Current, levelIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await current.db.query<Pick<Row<'levelhead_levels'>, 'item_id' | 'level_id'>>(sql`
    select item_id, level_id from levelhead_levels l
    where level_id = any((select ${levelIds}::text[])::text[]) and not ${isBannedSql(sql`l.user_id`, current.now())}`);
  return new Map(rows.map((row) => [row.level_id, row.item_id]));
}

const COLUMNS = {
  createdAt: sql`l.created_at`,
  PlayTime: sql`l.play_time`,
  ReplayValue: sql`l.replay_value`,
  ExposureBucks: sql`l.exposure_bucks`,
  HiddenGem: sql`l.hidden_gem`,
  Diamonds: sql`l.diamonds`,
} as const satisfies Record<LevelField, Sql>;

/** Undefined when the tiebreaker is of no level and no bound says where its page starts. */
async function levelOrder(current: Current, query: LevelQuery): Promise<PageOrder<LevelField> | undefined> {
  const sort = levelSortOf(query);
  const ranges = levelRangesOf(query, current.now());
  const itemId = query.tiebreakerItemId;
  if (itemId === undefined) return { columns: COLUMNS, sort, ranges, tie: undefined };
  const value = tieBoundOf(sort, ranges) ?? (await findValue(current, itemId, COLUMNS[sort.field]));
  return value === undefined ? undefined : { columns: COLUMNS, sort, ranges, tie: { itemId, value } };
}

async function findValue(current: Current, itemId: string, column: Sql): Promise<number | Date | undefined> {
  const [row] = await current.db.query<{ value: number | Date }>(sql`
    select ${column} as value from levelhead_levels l where crate_id = ${CRATE} and item_id = ${itemId}::uuid`);
  return row?.value;
}

function levelConditions({ now }: Current, query: LevelQuery): Sql[] {
  const { userIds = [], levelIds = [], tags = [], excludeTags = [], dailyBuild, towerTrial } = query;
  const scope = scopeOf(query);
  const wanted = [...tags, ...(dailyBuild ? ['daily-build'] : []), ...(towerTrial ? ['tower-trial'] : [])];
  const isNamed = userIds.length + levelIds.length > 0;
  const hidden = [
    ...(levelIds.length > 0 || (isNamed && query.includeUnlisted) ? [] : ['unlisted']),
    ...(levelIds.length > 0 || query.includeBeta ? [] : ['beta']),
  ];
  const excluded = [...excludeTags, ...hidden];
  return [
    ...(scope === 'anywhere' ? [] : [sql`l.place = ${scope}`]),
    ...(userIds.length === 0 ? [] : [sql`l.user_id = any(${userIds}::text[])`]),
    ...(levelIds.length === 0 ? [] : [sql`l.level_id = any(${levelIds}::text[])`]),
    ...(wanted.length === 0 ? [] : [sql`l.tags @> ${wanted}::text[]`]),
    ...(excluded.length === 0 ? [] : [sql`not l.tags && ${excluded}::text[]`]),
    sql`not ${isBannedSql(sql`l.user_id`, now())}`,
  ];
}
