import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { meetsQuery } from '#lib/text-search/text-query.server.ts';

import { accessSql } from '../crates/access.server.ts';
import { ITEM_METADATA } from '../rows.server.ts';
import type { CursorPosition } from './cursor.server.ts';
import type { CrateSearch, ScanPlan } from './scan-plan.server.ts';
import { NEWEST_FIRST } from './search.ts';
import type { DateBound, Sort } from './search.ts';
import { OPERATORS, boundStats, boundsSql, rangeSql } from './stat-ranges.server.ts';

/** Reads one row more than the limit, so that the caller sees whether there is a next page. */
export function pageStatement(
  search: CrateSearch,
  plan: ScanPlan,
  from: { position: CursorPosition; backward: boolean } | undefined,
): Sql {
  const { limit, sort } = search.query;
  const walksTag = plan.by === 'tag' && sort.field === 'createdAt';
  const joinsOrder = plan.by === 'stat' && plan.isWide === true;
  const source = walksTag
    ? buildTagWalk(search.crateId, plan.tag)
    : joinsOrder
      ? buildOrderJoin(search, plan.stat)
      : buildSource(search, plan);
  const column = walksTag ? sql`t.created_at` : joinsOrder ? sql`o.at` : SORT_COLUMNS[sort.field];
  const walked = walksTag
    ? sql`t`
    : joinsOrder
      ? sql`o`
      : sort.field === 'stat' && plan.by === 'order'
        ? sql`s`
        : sql`i`;
  const id = sql`${walked}.item_id`;
  const up = sort.ascending !== (from?.backward ?? false);
  const conditions = [...source.where, ...buildConditions(search, plan)];
  if (from !== undefined) {
    const position = sql`(${sortValue(sort, from.position.value)}, ${from.position.itemId}::uuid)`;
    conditions.push(up ? sql`(${column}, ${id}) > ${position}` : sql`(${column}, ${id}) < ${position}`);
  }
  const order = up ? sql`${column} asc, ${id} asc` : sql`${column} desc, ${id} desc`;
  const rows = sql`${source.with}select ${ITEM_METADATA} from ${source.from} where ${sql.join(conditions, ' and ')}
    order by ${order}`;
  return walksTag
    ? sql`select * from (${rows} limit ${writtenLimit(limit + 1)}) page limit ${limit + 1}::int`
    : sql`${rows} limit ${limit + 1}::int`;
}

// A literal limit, of which there are few, so that each has one cached plan: for a parameter the planner expects a
// tenth of all rows and plans every search anew, which takes longer than to walk twenty rows.
function writtenLimit(rows: number): Sql {
  return rows <= 32 ? sql`32` : rows <= 128 ? sql`128` : sql`512`;
}

const SORT_COLUMNS = {
  createdAt: sql`i.created_at`,
  updatedAt: sql`i.updated_at`,
  name: sql`i.sort_name`,
  stat: sql`s.rank`,
};

function sortValue({ field }: Sort, value: string): Sql {
  if (field === 'name') return sql`${value}::text`;
  return field === 'stat' ? sql`${value}::float8` : sql`${value}::timestamptz`;
}

interface RowSource {
  with: Sql;
  from: Sql;
  where: Sql[];
}

// The limit, which no item exceeds, keeps the planner from joining tags and items in another order, whatever it thinks
// of tags of an average size.
function buildTagWalk(crateId: string, tag: string): RowSource {
  const item = sql`lateral (select * from items i where i.crate_id = ${crateId} and i.item_id = t.item_id limit 1) i`;
  const where = [sql`t.crate_id = ${crateId}`, sql`t.tag = ${tag}`];
  return { with: sql.empty, from: sql`item_tags t cross join ${item}`, where };
}

/** Joins two indexes alone, and reads an item only when its turn has come. */
function buildOrderJoin(search: CrateSearch, stat: string): RowSource {
  const { crateId, query } = search;
  const at = query.sort.field === 'updatedAt' ? sql`o.updated_at` : sql`o.created_at`;
  const joined = sql`with r as materialized (select r.item_id from item_stats r where ${rangeSql(search, stat)}),
    o as materialized (select o.item_id, ${at} as at from r join items o on o.item_id = r.item_id where o.crate_id = ${crateId}) `;
  const item = sql`lateral (select * from items i where i.crate_id = ${crateId} and i.item_id = o.item_id limit 1) i`;
  return { with: joined, from: sql`o cross join ${item}`, where: [] };
}

function buildSource(search: CrateSearch, plan: ScanPlan): RowSource {
  const { crateId, text } = search;
  const { sort } = search.query;
  const isRanked = sort.field === 'stat';
  const ranked = (itemId: Sql) =>
    isRanked
      ? [sql`s.crate_id = ${crateId} and s.name = ${sort.stat ?? ''} and s.rank is not null and s.item_id = ${itemId}`]
      : [];
  if (plan.by === 'items') {
    const item = sql`i.crate_id = ${crateId} and i.ordinal = any(${plan.ordinals}::bigint[])`;
    const from = isRanked ? sql`items i, item_stats s` : sql`items i`;
    return { with: sql.empty, from, where: [item, ...ranked(sql`i.item_id`)] };
  }
  if (plan.by === 'stat') {
    const item = sql`i.crate_id = ${crateId} and i.item_id = r.item_id`;
    // Materialized, so that the planner does not walk the order instead.
    const own = sql`with r as materialized (select r.item_id from item_stats r where ${rangeSql(search, plan.stat)}) `;
    const from = isRanked ? sql`r, items i, item_stats s` : sql`r, items i`;
    return { with: own, from, where: [item, ...ranked(sql`r.item_id`)] };
  }
  if (plan.by === 'tag') {
    const rows = sql`t.crate_id = ${crateId} and t.tag = ${plan.tag}`;
    const item = sql`i.crate_id = ${crateId} and i.item_id = t.item_id`;
    if (sort.field === 'createdAt') return { with: sql.empty, from: sql`item_tags t, items i`, where: [rows, item] };
    // Materialized, so that the planner cannot take the tag to be common and walk the order instead.
    const own = sql`with t as materialized (select t.item_id from item_tags t where ${rows}) `;
    const from = isRanked ? sql`t, items i, item_stats s` : sql`t, items i`;
    return { with: own, from, where: [item, ...ranked(sql`t.item_id`)] };
  }
  if (plan.by === 'words') {
    // Materialized, so that the planner cannot take hits to be near in some order: of words with typing errors it knows nothing.
    const meets = text === undefined ? sql`false` : meetsQuery(sql`i.words`, text);
    const found = sql`with found as materialized (select i.item_id from items i where i.crate_id = ${crateId} and ${meets}) `;
    const item = sql`lateral (select * from items i where i.crate_id = ${crateId} and i.item_id = found.item_id limit 1) i`;
    const from = isRanked ? sql`found cross join ${item}, item_stats s` : sql`found cross join ${item}`;
    return { with: found, from, where: [sql`true`, ...ranked(sql`i.item_id`)] };
  }
  if (!isRanked) return { with: sql.empty, from: sql`items i`, where: [sql`i.crate_id = ${crateId}`] };
  const where = [sql`i.crate_id = ${crateId}`, ...ranked(sql`i.item_id`)];
  return { with: sql.empty, from: sql`item_stats s, items i`, where };
}

/** @param most counts no further */
export function countStatement(search: CrateSearch, driver: ScanPlan, most?: number): Sql {
  if (driver.by === 'tag' && most === undefined && needsOnlyTags(search)) return tagCountStatement(search, driver.tag);
  const source = filteredItems(search, driver);
  const hits = sql`from ${source.from} where ${sql.join(source.where, ' and ')}`;
  return most === undefined
    ? sql`${source.with}select count(*) as count ${hits}`
    : sql`${source.with}select count(*) as count from (select 1 ${hits} limit ${most}::int) hits`;
}

/** @param driver which rows are read; the tag is the rarest of several */
export function filteredItems(search: CrateSearch, driver: ScanPlan): RowSource {
  const { query } = search;
  const sort = query.sort.field === 'stat' ? query.sort : ({ field: 'createdAt', ascending: false } as const);
  const unsorted: CrateSearch = { ...search, query: { ...query, sort } };
  const source = buildSource(unsorted, driver);
  return { ...source, where: [...source.where, ...buildConditions(unsorted, driver)] };
}

/** Counts in `item_tags` alone: index-only scans and anti-joins, without the wide item rows. */
function tagCountStatement({ crateId, query, access }: CrateSearch, driver: string): Sql {
  const absent = [...query.tags.excluded, ...access.hiddenTags];
  const also = query.tags.included.filter((tag) => tag !== driver);
  const same = (tag: string) => sql`select from item_tags x where x.crate_id = ${crateId} and x.tag = ${tag}
      and x.created_at = t.created_at and x.item_id = t.item_id`;
  const conditions = [
    sql`t.crate_id = ${crateId}`,
    sql`t.tag = ${driver}`,
    ...also.map((tag) => sql`exists (${same(tag)})`),
    ...absent.map((tag) => sql`not exists (${same(tag)})`),
    ...(query.dates ?? []).map((bound) => dateSql(sql`t.created_at`, bound)),
  ];
  return sql`select count(*) as count from item_tags t where ${sql.join(conditions, ' and ')}`;
}

function needsOnlyTags({ query, access }: CrateSearch): boolean {
  const { names, nameStart, itemIds, among, userIds, stats, q, anyOf } = query;
  const other = names ?? nameStart ?? itemIds ?? among ?? userIds ?? stats ?? q ?? anyOf;
  const onlyCreation = (query.dates ?? []).every((bound) => bound.field === 'createdAt');
  const plainAccess = access.everything && (access.hiddenTags.length === 0 || access.userId === undefined);
  return other === undefined && query.sort.field !== 'stat' && onlyCreation && plainAccess;
}

function buildConditions(search: CrateSearch, plan: ScanPlan): Sql[] {
  const { query, access } = search;
  const conditions = [accessSql(access)];
  const also = query.tags.included.filter((tag) => plan.by !== 'tag' || tag !== plan.tag);
  if (also.length > 0) conditions.push(sql`i.tags @> ${also}::text[]`);
  if (query.tags.excluded.length > 0) conditions.push(sql`not i.tags && ${query.tags.excluded}::text[]`);
  for (const { tags, userIds } of query.anyOf ?? []) {
    conditions.push(sql`(i.tags && ${tags}::text[] or i.collaborators && ${userIds}::text[])`);
  }
  if (query.names) conditions.push(sql`i.sort_name = any(${query.names}::text[]) and i.name is not null`);
  if (query.nameStart) {
    const { text, isExcluded } = query.nameStart;
    conditions.push(sql`coalesce(starts_with(i.name, ${text}), false) = ${!isExcluded}::boolean`);
  }
  if (query.itemIds) conditions.push(sql`i.item_id = any(${query.itemIds}::uuid[])`);
  if (query.among) conditions.push(sql`i.item_id = any((select ${query.among}::uuid[])::uuid[])`);
  if (query.userIds) conditions.push(sql`i.user_id = any(${query.userIds}::text[])`);
  if (query.q && plan.by !== 'words')
    conditions.push(search.text === undefined ? sql`false` : meetsQuery(sql`i.words`, search.text));
  const created = plan.by === 'tag' && query.sort.field === 'createdAt' ? sql`t.created_at` : sql`i.created_at`;
  for (const bound of query.dates ?? []) {
    conditions.push(dateSql(bound.field === 'createdAt' ? created : sql`i.updated_at`, bound));
  }
  for (const stat of boundStats(search)) {
    if (query.sort.stat === stat) conditions.push(...boundsSql(sql`s.rank`, search, stat));
    else if (plan.by !== 'stat' || plan.stat !== stat) conditions.push(meetsRange(search, stat));
  }
  return conditions;
}

// A value of its own for each item, so that the planner cannot read the stats of all items into a hash for a page of them.
function meetsRange(search: CrateSearch, stat: string): Sql {
  return sql`(select true from item_stats r where ${rangeSql(search, stat)} and r.item_id = i.item_id) is not null`;
}

/** Whether any item meets the search, whatever its order. */
export function existsStatement(search: CrateSearch, driver: ScanPlan): Sql {
  const source = filteredItems(search, driver);
  // Materialized, so that the planner does not take the first one to be near in some order.
  const hits = sql`${source.with}select 1 from ${source.from} where ${sql.join(source.where, ' and ')}`;
  return sql`with hit as materialized (${hits}) select from hit limit 1`;
}

const NEAR_ROWS = 1000;

/** A row for each of the newest items that meets the search, of those with a tag where there is one; no more than a page asks for. */
export function nearStatement(search: CrateSearch, tag: string | undefined): Sql {
  const { crateId, query } = search;
  const item = sql`lateral (select * from items i where i.crate_id = ${crateId} and i.item_id = t.item_id limit 1) i`;
  const newest =
    tag === undefined
      ? sql`select i.* from items i where i.crate_id = ${crateId} order by i.created_at desc, i.item_id desc limit ${NEAR_ROWS}`
      : sql`select i.* from (select t.item_id from item_tags t where t.crate_id = ${crateId} and t.tag = ${tag}
          order by t.created_at desc, t.item_id desc limit ${NEAR_ROWS}) t cross join ${item}`;
  const unsorted: CrateSearch = { ...search, query: { ...query, sort: NEWEST_FIRST } };
  const conditions = buildConditions(unsorted, { by: 'order', isLong: false });
  const ranked =
    query.sort.field === 'stat'
      ? [
          sql`exists (select from item_stats s where s.crate_id = ${crateId} and s.item_id = i.item_id
          and s.name = ${query.sort.stat ?? ''} and s.rank is not null)`,
        ]
      : [];
  return sql`select from (${newest}) i where ${sql.join([...conditions, ...ranked], ' and ')} limit ${query.limit + 1}`;
}

function dateSql(column: Sql, { operator, at }: DateBound): Sql {
  return sql`${column} ${OPERATORS[operator]} ${at}::timestamptz`;
}
