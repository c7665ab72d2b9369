import { Values, accessSql } from '../crates/access.server.ts';
import type { Access } from '../crates/policy.ts';
import { ITEM_COLUMNS } from '../rows.server.ts';

import type { Place } from './cursor.server.ts';
import type { DateBound, SearchQuery } from './search.ts';

export interface SearchPlan {
  crateId: string;
  query: SearchQuery;
  access: Access;
  /** The included tag whose rows the search walks; the rarest, when there are several. */
  driver: string | undefined;
}

export interface Sql {
  text: string;
  values: unknown[];
}

/** One page of a search by keyset, one row more than asked, so that the caller sees whether there is a next page. */
export function pageStatement(plan: SearchPlan, from: { place: Place; backward: boolean } | undefined): Sql {
  const values = new Values();
  const source = sourceOf(plan, values);
  const { field, ascending } = plan.query.sort;
  const walksTag = plan.driver !== undefined && field === 'createdAt';
  const column = walksTag ? 't.created_at' : SORT_COLUMN[field];
  const id = walksTag ? 't.item_id' : 'i.item_id';
  const up = ascending !== (from?.backward ?? false);
  const conditions = conditionsOf(plan, values);
  if (from !== undefined) {
    const value = values.add(from.place.value, field === 'name' ? 'text' : 'timestamptz');
    conditions.push(`(${column}, ${id}) ${up ? '>' : '<'} (${value}, ${values.add(from.place.itemId, 'uuid')})`);
  }
  const direction = up ? 'asc' : 'desc';
  const text = `select ${ITEM_COLUMNS} from ${source} where ${conditions.join(' and ')}
    order by ${column} ${direction}, ${id} ${direction} limit ${values.add(plan.query.limit + 1, 'int')}`;
  return { text, values: values.list };
}

/** How many items the search has, exactly. */
export function countStatement(plan: SearchPlan): Sql {
  return needsOnlyTags(plan) ? tagCountStatement(plan) : itemCountStatement(plan);
}

function itemCountStatement(plan: SearchPlan): Sql {
  const values = new Values();
  const source = sourceOf(plan, values);
  return {
    text: `select count(*) as count from ${source} where ${conditionsOf(plan, values).join(' and ')}`,
    values: values.list,
  };
}

/** Counts in the side table alone: index-only scans and anti-joins, without the wide item rows. */
function tagCountStatement({ crateId, query, access, driver }: SearchPlan): Sql {
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

function needsOnlyTags({ query, access, driver }: SearchPlan): boolean {
  const other = query.names ?? query.itemIds ?? query.userIds ?? query.q;
  const onlyCreation = (query.dates ?? []).every((bound) => bound.field === 'createdAt');
  const plainAccess = access.everything && (access.hiddenTags.length === 0 || access.userId === undefined);
  return driver !== undefined && other === undefined && onlyCreation && plainAccess;
}

export const SORT_COLUMN = { createdAt: 'i.created_at', updatedAt: 'i.updated_at', name: 'i.sort_name' } as const;

function sourceOf({ crateId, driver }: SearchPlan, values: Values): string {
  const crate = values.add(crateId, 'text');
  if (driver === undefined) return `(select * from items where crate_id = ${crate}) i`;
  return `item_tags t join items i on i.crate_id = ${crate} and i.item_id = t.item_id
    and t.crate_id = ${crate} and t.tag = ${values.add(driver, 'text')}`;
}

function conditionsOf({ query, access, driver }: SearchPlan, values: Values): string[] {
  const conditions = [accessSql(access, values)];
  const also = query.tags?.included.filter((tag) => tag !== driver) ?? [];
  if (also.length > 0) conditions.push(`i.tags @> ${values.add(also, 'text[]')}`);
  if (query.tags?.excluded.length) conditions.push(`not i.tags && ${values.add(query.tags.excluded, 'text[]')}`);
  if (query.names) conditions.push(`i.sort_name = any(${values.add(query.names, 'text[]')}) and i.name is not null`);
  if (query.itemIds) conditions.push(`i.item_id = any(${values.add(query.itemIds, 'uuid[]')})`);
  if (query.userIds) conditions.push(`i.user_id = any(${values.add(query.userIds, 'text[]')})`);
  if (query.q)
    conditions.push(`i.words @@ to_tsquery('simple', ${values.add(query.q.map(prefixOf).join(' & '), 'text')})`);
  for (const bound of query.dates ?? []) {
    const column = bound.field === 'createdAt' && driver !== undefined ? 't.created_at' : SORT_COLUMN[bound.field];
    conditions.push(dateSql(column, bound, values));
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
