import type { Current } from '#app/current/current.server.ts';
import { isSqlState, shaped } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { Values, accessSql } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import type { Access } from '../crates/policy.ts';
import { invalidUpdates } from '../problems.ts';
import type { ItemUpdate } from './stats-merge.ts';
import { MAX_RECORDS, MAX_STATS } from './stats.ts';
import type { StatsWritten } from './stats.ts';

/**
 * Writes the updates of several items in one statement that also holds the permission. Rows are written in one order,
 * so that overlapping batches wait for each other and never lock up.
 * @param updates at most one per item
 * @returns what was written, by item id; items that are unknown, not allowed or full are absent
 */
export async function writeStats(
  current: Current,
  crate: Crate,
  access: Access,
  updates: ItemUpdate[],
): Promise<Map<string, StatsWritten>> {
  const written = new Map<string, StatsWritten>();
  if (updates.length === 0) return written;
  const { text, values } = statsSql(current, crate, access, updates);
  for (const row of await runStats(current, text, values)) {
    const { item_id: itemId, name, value, user_id: userId } = row;
    const result = written.get(itemId) ?? { itemId, stats: {}, records: {} };
    written.set(itemId, result);
    if (userId === null || row.created_at === null) result.stats[name] = value;
    else result.records[name] = { userId, value, createdAt: row.created_at.toISOString() };
  }
  return written;
}

interface WrittenRow {
  item_id: string;
  name: string;
  value: number;
  user_id: string | null;
  created_at: Date | null;
}

async function runStats(current: Current, text: string, values: unknown[], tries = 5): Promise<WrittenRow[]> {
  try {
    return await current.db.query<WrittenRow>(shaped(text), values);
  } catch (error) {
    if (isSqlState(error, '22003')) throw new Problem(invalidUpdates);
    // An item went away in between, or two batches met: the statement has done nothing and may run again.
    if (isSqlState(error, '23503', '40P01') && tries > 0) return runStats(current, text, values, tries - 1);
    throw error;
  }
}

function statsSql(
  current: Current,
  crate: Crate,
  access: Access,
  updates: ItemUpdate[],
): { text: string; values: unknown[] } {
  const values = new Values();
  const crateId = values.add(crate.crateId, 'text');
  const itemIds = updates.map(({ itemId }) => itemId);
  const present = [`i.crate_id = ${crateId}`, `i.item_id = any(${values.add(itemIds, 'uuid[]')})`];
  present.push(accessSql(access, values));
  const full: string[] = [];
  const written: string[] = [];
  const answers: string[] = [];
  const sets = rowsOf(updates, ({ setStats }) => setStats);
  const stats = [...sets, ...rowsOf(updates, ({ changeStats }) => changeStats)];
  if (stats.length > 0) {
    const rows = unnest(values, stats);
    full.push(`full_of_stats as (${fullSql('item_stats', rows, crateId, MAX_STATS)})`);
    present.push('i.item_id not in (select item_id from full_of_stats)');
    written.push(`stats as (${insertStats(crateId, rows, sets.length === 0 ? undefined : unnest(values, sets))})`);
    answers.push('select item_id, name, value, null::text as user_id, null::timestamptz as created_at from stats');
  }
  const records = rowsOf(updates, ({ submitRecords }) => submitRecords);
  if (records.length > 0) {
    const rows = unnest(values, records);
    full.push(`full_of_records as (${fullSql('item_records', rows, crateId, MAX_RECORDS)})`);
    present.push('i.item_id not in (select item_id from full_of_records)');
    written.push(`records as (${insertRecords(crateId, rows, values, current, crate)})`);
    answers.push('select item_id, name, value, user_id, created_at from records');
  }
  const items = `present as (select i.item_id from items i where ${present.join(' and ')})`;
  return {
    text: `with ${[...full, items, ...written].join(', ')} ${answers.join(' union all ')}`,
    values: values.list,
  };
}

/**
 * The items that have no room for the new names among `rows`; names that are there already are not looked at. The limit
 * keeps the look-ups what they are, one by one in the index: as a join they would read the whole crate while the planner
 * believes the table to be small.
 */
function fullSql(table: 'item_stats' | 'item_records', rows: string, crateId: string, most: number): string {
  const own = (item: string) => `from ${table} own where own.crate_id = ${crateId} and own.item_id = ${item}.item_id`;
  return `select fresh.item_id from (
      select n.item_id, count(*) as names from ${rows} n(item_id, name, value)
      left join lateral (select true as is_there ${own('n')} and own.name = n.name limit 1) kept on true
      where kept.is_there is null group by n.item_id) fresh
    where fresh.names + (select count(distinct own.name) ${own('fresh')}) > ${most}`;
}

/** @param setRows the rows among them that set instead of add */
function insertStats(crateId: string, rows: string, setRows: string | undefined): string {
  const added =
    setRows === undefined
      ? 's.value + excluded.value'
      : `case when exists (select from ${setRows} n(item_id, name, value) where n.item_id = s.item_id and n.name = s.name)
        then excluded.value else s.value + excluded.value end`;
  return `insert into item_stats as s (crate_id, item_id, name, value)
    select ${crateId}, n.item_id, n.name, n.value from ${rows} n(item_id, name, value)
    join present using (item_id) order by n.item_id, n.name
    on conflict (crate_id, item_id, name) do update set value = ${added} returning item_id, name, value`;
}

function insertRecords(
  crateId: string,
  rows: string,
  values: Values,
  { actor, now }: Current,
  { policy }: Crate,
): string {
  const [holder, at] = [values.add(actor.userId, 'text'), values.add(now(), 'timestamptz')];
  const isLeast = `r.name = any(${values.add(policy.leastRecords ?? [], 'text[]')})`;
  const isBetter = `case when ${isLeast} then excluded.value < r.value else excluded.value > r.value end`;
  return `insert into item_records as r (crate_id, item_id, name, user_id, value, created_at)
    select ${crateId}, n.item_id, n.name, ${holder}, n.value, ${at} from ${rows} n(item_id, name, value)
    join present using (item_id) order by n.item_id, n.name
    on conflict (crate_id, item_id, name, user_id) do update set
      value = case when ${isBetter} then excluded.value else r.value end,
      created_at = case when ${isBetter} then excluded.created_at else r.created_at end
    returning item_id, name, value, user_id, created_at`;
}

type StatRow = readonly [itemId: string, name: string, value: number];

function rowsOf(
  updates: ItemUpdate[],
  numbersOf: (update: ItemUpdate) => Record<string, number> | undefined,
): StatRow[] {
  const rows = updates.flatMap((update) =>
    Object.entries(numbersOf(update) ?? {}).map(([name, value]) => [update.itemId, name, value] as const),
  );
  // The sum of a batch may leave the range of numbers although each of its entries is inside.
  if (rows.some(([, , value]) => !Number.isFinite(value))) throw new Problem(invalidUpdates);
  return rows;
}

function unnest(values: Values, rows: StatRow[]): string {
  const ids = values.add(
    rows.map(([itemId]) => itemId),
    'uuid[]',
  );
  const names = values.add(
    rows.map(([, name]) => name),
    'text[]',
  );
  return `unnest(${ids}, ${names}, ${values.add(
    rows.map(([, , value]) => value),
    'float8[]',
  )})`;
}
