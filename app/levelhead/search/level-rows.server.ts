import { isBannedSql } from '#app/accounts/ban.server.ts';
import { findUsersByName } from '#app/aliases/name-search.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import { isMemberSql } from '#app/storage/sets/sets.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { WordFilters } from '../browse/level-search.ts';
import { CRATE } from '../level.ts';
import { CONTEXT } from '../names.server.ts';
import { toLevelRanges, toLevelSort, pickLevelScope } from './level-query.ts';
import type { LevelField, LevelQuery } from './level-query.ts';
import { CUSTOM_PLAN, orderBySort, pageConditions, findTieBound } from './ordered-page.server.ts';
import type { PageOrder } from './ordered-page.server.ts';
import { toFirstUuid, toLastUuid } from './row-id.ts';
import { titleCondition, wordsCondition } from './title-words.server.ts';

export type LevelRow = Pick<Row<'levelhead_levels'>, 'item_id' | 'level_id' | 'updated_at'> & {
  sort_value: number | Date;
};

/** What pages ask for beside that which tools can. */
export interface LevelSearch extends LevelQuery, WordFilters {
  /** Leaves out what this player has beaten. */
  readonly notBeatenBy?: string | undefined;
}

/**
 * The levels of a search in its order, in one statement. One rule for all that shows levels: what is deleted is gone, what
 * is unlisted is found by its id or where the search names it, and what a banned creator made is gone while the ban lasts.
 * @throws Problem 503 for a search that takes too long
 */
export async function findLevelRows(current: Current, query: LevelSearch): Promise<LevelRow[]> {
  const order = await levelOrder(current, query);
  if (order === undefined) return [];
  const key = toTagKey(query);
  const conditions = [...(await levelConditions(current, query, key)), ...pageConditions(order)];
  if (query.notBeatenBy !== undefined) {
    // A probe for each level along the order: there are at most as many misses as the player has beaten.
    const beaten = { set: 'completions', owner: query.notBeatenBy };
    conditions.push(sql`not ${await isMemberSql(current, CRATE, beaten, sql`l.level_id`)}`);
  }
  const rows = sql`select item_id, level_id, updated_at, ${COLUMNS[order.sort.field]} as sort_value
    from ${pickTable(current, key)} l where ${sql.join(conditions, ' and ')}`;
  // Tags that exclude each other have few hits or none, which the planner cannot know: a walk along the order would not end.
  const isRare = key.length === 0 && (query.tags?.length ?? 0) > 1;
  const found = isRare ? sql`with hits as materialized (${rows}) select * from hits` : rows;
  const statement = sql`${CUSTOM_PLAN}${found} ${orderBySort(order)} limit ${query.limit}::int`;
  return runSearch<LevelRow>(current, statement, false);
}

/** The tags that a search is found by in the copies: those that levels have from their makers, at most two. */
function toTagKey(query: LevelSearch): string[] {
  const isElsewhere = pickLevelScope(query) === 'anywhere' || query.title !== undefined || query.words !== undefined;
  const own = (query.tags ?? []).filter((tag) => tag.startsWith('ltag_'));
  return isElsewhere ? [] : own.toSorted().slice(0, 2);
}

/** Of a tag there is a copy of each of its levels, and of each two tags: the rest of the conditions is the same. */
function pickTable({ now }: Current, key: readonly string[]): Sql {
  if (key.length === 0) return existingLevels(now());
  return sql`(select l.* from levelhead_level_tags l
    where l.tag = ${key.join(' ')} and not ${isBannedSql(sql`l.user_id`, now())})`;
}

/** For `from … l`: the levels that exist for everybody who has their id. */
export function existingLevels(now: Date): Sql {
  return sql`(select l.* from levelhead_levels l where not ${isBannedSql(sql`l.user_id`, now)})`;
}

interface SearchSince {
  readonly query: LevelSearch;
  readonly since: Date;
}

/** How many new levels each of the searches finds, none of them more than `most`, in one statement. @throws Problem 503 */
export async function countListedSince(
  current: Current,
  queries: readonly SearchSince[],
  most: number,
): Promise<number[]> {
  if (queries.length === 0) return [];
  const counts = queries.map(async (search, at) => {
    return sql`select ${at}::int as at, (select count(*)::int from (select 1 from ${existingLevels(current.now())} l
      where ${await sinceConditions(current, search)} limit ${most}::int) found) as count`;
  });
  const statement = sql`${CUSTOM_PLAN}${sql.join(await Promise.all(counts), ' union all ')}`;
  const rows = await runSearch<{ at: number; count: number }>(current, statement, false);
  return rows.toSorted((one, other) => one.at - other.at).map(({ count }) => count);
}

/** The latest first. @throws Problem 503 */
export async function findListedSince(current: Current, search: SearchSince, most: number): Promise<string[]> {
  const statement = sql`${CUSTOM_PLAN}select level_id from ${existingLevels(current.now())} l
    where ${await sinceConditions(current, search)} order by l.listed_at desc limit ${most}::int`;
  const rows = await runSearch<Pick<Row<'levelhead_levels'>, 'level_id'>>(current, statement, false);
  return rows.map((row) => row.level_id);
}

async function sinceConditions(current: Current, { query, since }: SearchSince): Promise<Sql> {
  const conditions = [...(await levelConditions(current, query)), ...pageConditions(unplaced(current, query))];
  return sql`l.listed_at > ${since}::timestamptz and ${sql.join(conditions, ' and ')}`;
}

export async function findLevelItems(current: Current, levelIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await current.db.query<Pick<Row<'levelhead_levels'>, 'item_id' | 'level_id'>>(sql`
    select item_id, level_id from ${existingLevels(current.now())} l
    where level_id = any((select ${levelIds}::text[])::text[])`);
  return new Map(rows.map((row) => [row.level_id, row.item_id]));
}

/** Whether the level of an id exists for everybody who has it. */
export function existsSql(levelId: Sql, now: Date): Sql {
  return sql`exists (select from ${existingLevels(now)} l where l.level_id = ${levelId})`;
}

export async function findListed({ db, now }: Current, levelIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<Pick<Row<'levelhead_levels'>, 'level_id'>>(sql`
    select level_id from ${existingLevels(now())} l where level_id = any((select ${[...levelIds]}::text[])::text[])
      and not tags && ${['hidden', 'unlisted', 'beta']}::text[]`);
  return new Set(rows.map((row) => row.level_id));
}

const COLUMNS = {
  createdAt: sql`l.created_at`,
  PlayTime: sql`l.play_time`,
  ReplayValue: sql`l.replay_value`,
  ExposureBucks: sql`l.exposure_bucks`,
  HiddenGem: sql`l.hidden_gem`,
  Diamonds: sql`l.diamonds`,
} as const satisfies Record<LevelField, Sql>;

function unplaced(current: Current, query: LevelQuery): PageOrder<LevelField> {
  return { columns: COLUMNS, sort: toLevelSort(query), ranges: toLevelRanges(query, current.now()), tie: undefined };
}

/** Undefined when the tiebreaker is of no level and no bound says where its page starts. */
async function levelOrder(current: Current, query: LevelQuery): Promise<PageOrder<LevelField> | undefined> {
  const order = unplaced(current, query);
  const { sort, ranges } = order;
  const itemId = query.tiebreakerItemId;
  if (itemId === undefined) return order;
  const value = findTieBound(sort, ranges) ?? (await findValue(current, itemId, COLUMNS[sort.field]));
  return value === undefined ? undefined : { ...order, tie: { itemId, value } };
}

async function findValue(current: Current, itemId: string, column: Sql): Promise<number | Date | undefined> {
  const [row] = await current.db.query<{ value: number | Date }>(sql`
    select ${column} as value from levelhead_levels l where crate_id = ${CRATE}
      and item_id between ${toFirstUuid(itemId)}::uuid and ${toLastUuid(itemId)}::uuid`);
  return row?.value;
}

/** @param known tags that all of the rows have: said twice, the planner would take the hits for fewer than there are */
async function levelConditions(current: Current, query: LevelSearch, known: readonly string[] = []): Promise<Sql[]> {
  const { userIds = [], levelIds = [], tags = [], excludeTags = [], dailyBuild, towerTrial } = query;
  const scope = pickLevelScope(query);
  const makers = await findMakers(current, query);
  const others = tags.filter((tag) => !known.includes(tag));
  const wanted = [...others, ...(dailyBuild ? ['daily-build'] : []), ...(towerTrial ? ['tower-trial'] : [])];
  const isNamed = userIds.length + levelIds.length > 0;
  const hidden = [
    ...(levelIds.length > 0 || (isNamed && query.includeUnlisted) ? [] : ['unlisted']),
    ...(levelIds.length > 0 || query.includeBeta ? [] : ['beta']),
  ];
  const excluded = [...excludeTags, ...hidden];
  return [
    ...(scope === 'anywhere' ? [] : [sql`l.place = ${scope}`]),
    ...(makers === undefined ? [] : [sql`l.user_id = any(${makers}::text[])`]),
    ...(levelIds.length === 0 ? [] : [sql`l.level_id = any(${levelIds}::text[])`]),
    ...(wanted.length === 0 ? [] : [sql`l.tags @> ${wanted}::text[]`]),
    ...(excluded.length === 0 ? [] : [sql`not l.tags && ${excluded}::text[]`]),
    ...(query.title === undefined ? [] : [await titleCondition(current, query.title)]),
    ...(query.words === undefined ? [] : [await wordsCondition(current, query.words)]),
  ];
}

/** Undefined where it is all the same who has made a level. */
async function findMakers(
  current: Current,
  { userIds = [], builders = [] }: LevelSearch,
): Promise<string[] | undefined> {
  if (userIds.length + builders.length === 0) return undefined;
  const named = await Promise.all(builders.map((name) => findUsersByName(current, CONTEXT, name)));
  return [...new Set([...userIds, ...named.flat()])];
}
