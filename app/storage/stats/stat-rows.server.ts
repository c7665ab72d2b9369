import { Problem } from '#lib/problem.ts';

import type { Values } from '../crates/access.server.ts';
import { invalidUpdates } from '../problems.ts';
import type { ItemUpdate, StatChange } from './stats-merge.ts';

/** The parts of a statement that write rows of one kind; `written` may look at the items in `present`. */
export interface StatementParts {
  /** The rows as a source of SQL whose first columns are item_id and name. */
  readonly source: string;
  /** Common table expressions ahead of `present`. */
  readonly before: readonly string[];
  /** Those behind it. */
  readonly written: readonly string[];
  /** Queries for rows of item_id, name, value, user_id, created_at, broken. */
  readonly answers: readonly string[];
}

export interface StatRow {
  readonly itemId: string;
  readonly name: string;
  readonly change: StatChange;
}

/** The changes of stats in the one order in which all write them. @throws Problem 400 for a sum that is no number */
export function statRows(updates: readonly ItemUpdate[]): StatRow[] {
  const rows = updates.flatMap(({ itemId, stats }) =>
    [...stats].map(([name, change]): StatRow => ({ itemId, name, change })),
  );
  // The sum of a batch may leave the range of numbers although each of its entries is inside.
  if (rows.some(({ change }) => !Number.isFinite(change.low) || !Number.isFinite(change.high)))
    throw new Problem(invalidUpdates);
  return rows.length === 1 ? rows : rows.toSorted(inOrder);
}

/** Adds to and sets stats for which there is no rule. */
export function insertStats(rows: readonly StatRow[], crateId: string, values: Values): StatementParts {
  const source = unnest(values, rows);
  const sets = rows.filter(({ change }) => change.sets);
  const added =
    sets.length === 0
      ? 's.value + excluded.value'
      : `case when (s.item_id, s.name) in (select item_id, name from ${unnest(values, sets)} n(item_id, name, value))
        then excluded.value else s.value + excluded.value end`;
  const insert = `insert into item_stats as s (crate_id, item_id, name, value)
    select ${crateId}, n.item_id, n.name, n.value from ${source} n(item_id, name, value)
    join present using (item_id) order by n.item_id, n.name
    on conflict (crate_id, item_id, name) do update set value = ${added} returning item_id, name, value`;
  return { source, before: [], written: [`stats as (${insert})`], answers: [STATS_WRITTEN] };
}

export const STATS_WRITTEN = `select item_id, name, value, null::text as user_id, null::timestamptz as created_at,
  null::text as broken from stats`;

/**
 * The items that have no room for the new names among `rows`; names that are there already are not looked at. The limit
 * keeps the look-ups what they are, one by one in the index: as a join they would read the whole crate while the planner
 * believes the table to be small.
 */
export function fullSql(table: 'item_stats' | 'item_records', rows: string, crateId: string, most: number): string {
  const own = (item: string) => `from ${table} own where own.crate_id = ${crateId} and own.item_id = ${item}.item_id`;
  return `select fresh.item_id from (
      select n.item_id, count(distinct n.name) as names from ${rows} n(item_id, name)
      left join lateral (select true as is_there ${own('n')} and own.name = n.name limit 1) kept on true
      where kept.is_there is null group by n.item_id) fresh
    where fresh.names + (select count(distinct own.name) ${own('fresh')}) > ${most}`;
}

function unnest(values: Values, rows: readonly StatRow[]): string {
  const itemIds = rows.map(({ itemId }) => itemId);
  const names = rows.map(({ name }) => name);
  const numbers = rows.map(({ change }) => change.value);
  return `unnest(${list(values, itemIds, 'uuid')}, ${list(values, names, 'text')}, ${list(values, numbers, 'float8')})`;
}

/**
 * A list as a value. The planner does not see how long it is: otherwise a short one looks cheaper than what a plan for
 * all lengths costs, and each statement would be planned anew, which takes longer than to run it.
 */
export function list(values: Values, members: readonly unknown[], type: string): string {
  return `(select ${values.add(members, `${type}[]`)})`;
}

function inOrder(a: StatRow, b: StatRow): number {
  if (a.itemId !== b.itemId) return a.itemId < b.itemId ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
