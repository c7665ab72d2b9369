import { Values, accessSql } from '../crates/access.server.ts';
import { ITEM_COLUMNS } from '../rows.server.ts';

import type { CursorPosition } from './cursor.server.ts';
import type { DateBound } from './search.ts';
import type { CrateSearch, ScanPlan } from './scan-plan.server.ts';

export interface Sql {
  text: string;
  values: unknown[];
}

/** One page of a search by keyset, one row more than asked, so that the caller sees whether there is a next page. */
export function pageStatement(
  plan: CrateSearch,
  way: ScanPlan,
  from: { place: CursorPosition; backward: boolean } | undefined,
): Sql {
  const values = new Values();
  const { field, ascending } = plan.query.sort;
  const walksTag = way.by === 'tag' && field === 'createdAt';
  const source = walksTag ? walkOf(plan.crateId, way.tag, values) : sourceOf(plan, way, values);
  const column = walksTag ? 't.created_at' : SORT_COLUMN[field];
  const id = walksTag ? 't.item_id' : field === 'stat' && way.by === 'order' ? 's.item_id' : 'i.item_id';
  const up = ascending !== (from?.backward ?? false);
  const conditions = conditionsOf(plan, way, values);
  if (from !== undefined) {
    const value = values.add(from.place.value, SORT_TYPE[field]);
    conditions.push(`(${column}, ${id}) ${up ? '>' : '<'} (${value}, ${values.add(from.place.itemId, 'uuid')})`);
  }
  const direction = up ? 'asc' : 'desc';
  const text = `${source.with}select ${ITEM_COLUMNS} from ${source.from} where ${[...source.where, ...conditions].join(' and ')}
    order by ${column} ${direction}, ${id} ${direction}`;
  const rows = plan.query.limit + 1;
  const limited = walksTag ? `select * from (${text} limit ${roundUp(rows)}) page` : text;
  return { text: `${limited} limit ${values.add(rows, 'int')}`, values: values.list };
}

/**
 * A limit that is written in the statement, for a few of which one plan each serves: with an unknown one the planner
 * reckons with a tenth of all rows and plans each asking anew, which takes longer than to walk twenty rows.
 */
function roundUp(rows: number): number {
  return 32 * 4 ** Math.max(0, Math.ceil(Math.log(rows / 32) / Math.log(4)));
}

const SORT_COLUMN = { createdAt: 'i.created_at', updatedAt: 'i.updated_at', name: 'i.sort_name', stat: 's.rank' };
const SORT_TYPE = { createdAt: 'timestamptz', updatedAt: 'timestamptz', name: 'text', stat: 'float8' };

/** The rows of a tag with their items one by one, whatever the planner thinks of tags of an average size. */
function walkOf(crateId: string, tag: string, values: Values): RowSource {
  const crate = values.add(crateId, 'text');
  const one = `lateral (select * from items i where i.crate_id = ${crate} and i.item_id = t.item_id offset 0) i`;
  const where = [`t.crate_id = ${crate}`, `t.tag = ${values.add(tag, 'text')}`];
  return { with: '', from: `item_tags t cross join ${one}`, where };
}

interface RowSource {
  with: string;
  from: string;
  where: string[];
}

function sourceOf({ crateId, query: { sort } }: CrateSearch, way: ScanPlan, values: Values): RowSource {
  const crate = values.add(crateId, 'text');
  const stat = sort.field === 'stat' ? values.add(sort.stat, 'text') : undefined;
  const ranked = (itemId: string) =>
    stat === undefined
      ? []
      : [`s.crate_id = ${crate} and s.name = ${stat} and s.rank is not null and s.item_id = ${itemId}`];
  if (way.by === 'items') {
    const where = [
      `i.crate_id = ${crate} and i.ordinal = any(${values.add(way.ordinals, 'bigint[]')})`,
      ...ranked('i.item_id'),
    ];
    return { with: '', from: stat === undefined ? 'items i' : 'items i, item_stats s', where };
  }
  if (way.by === 'tag') {
    const rows = `t.crate_id = ${crate} and t.tag = ${values.add(way.tag, 'text')}`;
    const item = `i.crate_id = ${crate} and i.item_id = t.item_id`;
    if (sort.field === 'createdAt') return { with: '', from: 'item_tags t, items i', where: [rows, item] };
    // Apart, so that the planner cannot take the tag to be common and walk the order instead.
    const own = `with t as materialized (select t.item_id from item_tags t where ${rows}) `;
    return {
      with: own,
      from: stat === undefined ? 't, items i' : 't, items i, item_stats s',
      where: [item, ...ranked('t.item_id')],
    };
  }
  if (stat === undefined) return { with: '', from: `(select * from items where crate_id = ${crate}) i`, where: [] };
  return { with: '', from: 'item_stats s, items i', where: [`i.crate_id = ${crate}`, ...ranked('i.item_id')] };
}

/** How many items the search has, exactly. @param driver the included tag whose rows are counted; the rarest of several */
export function countStatement(plan: CrateSearch, driver: string | undefined): Sql {
  return driver !== undefined && needsOnlyTags(plan)
    ? tagCountStatement(plan, driver)
    : itemCountStatement(plan, driver);
}

function itemCountStatement(plan: CrateSearch, driver: string | undefined): Sql {
  const values = new Values();
  const source = filteredItems(plan, driver, values);
  const text = `${source.with}select count(*) as count from ${source.from} where ${source.where.join(' and ')}`;
  return { text, values: values.list };
}

/** The items of a search, in no order: those that a tag drives, or all of them. */
export function filteredItems(plan: CrateSearch, driver: string | undefined, values: Values): RowSource {
  const { query } = plan;
  const sort = query.sort.field === 'stat' ? query.sort : ({ field: 'createdAt', ascending: false } as const);
  const unsorted: CrateSearch = { ...plan, query: { ...query, sort } };
  const way: ScanPlan = driver === undefined ? { by: 'order' } : { by: 'tag', tag: driver };
  const source = sourceOf(unsorted, way, values);
  return { ...source, where: [...source.where, ...conditionsOf(unsorted, way, values)] };
}

/** Counts in the side table alone: index-only scans and anti-joins, without the wide item rows. */
function tagCountStatement({ crateId, query, access }: CrateSearch, driver: string): Sql {
  const values = new Values();
  const crate = values.add(crateId, 'text');
  const absent = [...(query.tags?.excluded ?? []), ...access.hiddenTags];
  const also = query.tags?.included.filter((tag) => tag !== driver) ?? [];
  const same = (tag: string) => `select from item_tags x where x.crate_id = ${crate} and x.tag = ${tag}
      and x.created_at = t.created_at and x.item_id = t.item_id`;
  const conditions = [
    `t.crate_id = ${crate}`,
    `t.tag = ${values.add(driver, 'text')}`,
    ...also.map((tag) => `exists (${same(values.add(tag, 'text'))})`),
    ...absent.map((tag) => `not exists (${same(values.add(tag, 'text'))})`),
    ...(query.dates ?? []).map((bound) => dateSql('t.created_at', bound, values)),
  ];
  return { text: `select count(*) as count from item_tags t where ${conditions.join(' and ')}`, values: values.list };
}

function needsOnlyTags({ query, access }: CrateSearch): boolean {
  const other = query.names ?? query.itemIds ?? query.userIds ?? query.q;
  const onlyCreation = (query.dates ?? []).every((bound) => bound.field === 'createdAt');
  const plainAccess = access.everything && (access.hiddenTags.length === 0 || access.userId === undefined);
  return other === undefined && query.sort.field !== 'stat' && onlyCreation && plainAccess;
}

function conditionsOf({ query, access }: CrateSearch, way: ScanPlan, values: Values): string[] {
  const conditions = [accessSql(access, values)];
  const also = query.tags?.included.filter((tag) => way.by !== 'tag' || tag !== way.tag) ?? [];
  if (also.length > 0) conditions.push(`i.tags @> ${values.add(also, 'text[]')}`);
  if (query.tags?.excluded.length) conditions.push(`not i.tags && ${values.add(query.tags.excluded, 'text[]')}`);
  if (query.names) conditions.push(`i.sort_name = any(${values.add(query.names, 'text[]')}) and i.name is not null`);
  if (query.itemIds) conditions.push(`i.item_id = any(${values.add(query.itemIds, 'uuid[]')})`);
  if (query.userIds) conditions.push(`i.user_id = any(${values.add(query.userIds, 'text[]')})`);
  if (query.q)
    conditions.push(`i.words @@ to_tsquery('simple', ${values.add(query.q.map(prefixOf).join(' & '), 'text')})`);
  const created = way.by === 'tag' && query.sort.field === 'createdAt' ? 't.created_at' : 'i.created_at';
  for (const bound of query.dates ?? []) {
    conditions.push(dateSql(bound.field === 'createdAt' ? created : SORT_COLUMN[bound.field], bound, values));
  }
  return conditions;
}

/** A word as PostgreSQL's own parser splits it, so that a version or an address is looked for as it was indexed. */
function prefixOf(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '$&$&')}':*`;
}

function dateSql(column: string, { operator, at }: DateBound, values: Values): string {
  return `${column} ${operator} ${values.add(at, 'timestamptz')}`;
}
