import type { Current } from '#app/current/current.server.ts';
import { isSqlState, shaped } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { Values, accessSql } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import type { Access } from '../crates/policy.ts';
import { invalidUpdates } from '../problems.ts';
import type { ItemUpdate } from './stats-merge.ts';
import type { StatsWritten } from './stats.ts';

/**
 * Writes the updates of several items in one statement that also holds the permission. Rows are written in one order,
 * so that overlapping batches wait for each other and never lock up.
 * @param updates at most one per item
 * @returns what was written, by item id; items that are unknown or not allowed are absent
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
  for (const row of await runStats(current, shaped(text), values)) {
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

async function runStats(
  current: Current,
  statement: { name: string; text: string },
  values: unknown[],
  tries = 5,
): Promise<WrittenRow[]> {
  try {
    return await current.db.query<WrittenRow>(statement, values);
  } catch (error) {
    if (isSqlState(error, '22003')) throw new Problem(invalidUpdates);
    // An item went away in between, or two batches met: the statement has done nothing and may run again.
    if (isSqlState(error, '23503', '40P01') && tries > 0) return runStats(current, statement, values, tries - 1);
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
  const ids = values.add(
    updates.map(({ itemId }) => itemId),
    'uuid[]',
  );
  const present = `present as (select i.item_id from items i where i.crate_id = ${crateId} and i.item_id = any(${ids})
    and ${accessSql(access, values)})`;
  const parts = [statsPart(values, crateId, updates), recordsPart(values, crateId, updates, current, crate)].filter(
    (part) => part !== undefined,
  );
  const text = `with ${[present, ...parts.map(({ cte }) => cte)].join(', ')} ${parts.map(({ select }) => select).join(' union all ')}`;
  return { text, values: values.list };
}

function statsPart(
  values: Values,
  crateId: string,
  updates: ItemUpdate[],
): { cte: string; select: string } | undefined {
  const sets = rowsOf(updates, ({ setStats }) => setStats);
  const stats = [...sets, ...rowsOf(updates, ({ changeStats }) => changeStats)];
  if (stats.length === 0) return undefined;
  const setRows = sets.length === 0 ? '' : unnest(values, sets);
  const added =
    sets.length === 0
      ? 's.value + excluded.value'
      : `case when exists (select from ${setRows} n(item_id, name, value) where n.item_id = s.item_id and n.name = s.name)
        then excluded.value else s.value + excluded.value end`;
  return {
    cte: `stats as (insert into item_stats as s (crate_id, item_id, name, value)
      select ${crateId}, n.item_id, n.name, n.value from ${unnest(values, stats)} n(item_id, name, value)
      join present using (item_id) order by n.item_id, n.name
      on conflict (crate_id, item_id, name) do update set value = ${added} returning item_id, name, value)`,
    select: 'select item_id, name, value, null::text as user_id, null::timestamptz as created_at from stats',
  };
}

function recordsPart(
  values: Values,
  crateId: string,
  updates: ItemUpdate[],
  { actor, now }: Current,
  { policy }: Crate,
): { cte: string; select: string } | undefined {
  const records = rowsOf(updates, ({ submitRecords }) => submitRecords);
  if (records.length === 0) return undefined;
  const [holder, at] = [values.add(actor.userId, 'text'), values.add(now(), 'timestamptz')];
  const isLeast = `r.name = any(${values.add(policy.leastRecords ?? [], 'text[]')})`;
  const isBetter = `case when ${isLeast} then excluded.value < r.value else excluded.value > r.value end`;
  return {
    cte: `records as (insert into item_records as r (crate_id, item_id, name, user_id, value, created_at)
      select ${crateId}, n.item_id, n.name, ${holder}, n.value, ${at} from ${unnest(values, records)} n(item_id, name, value)
      join present using (item_id) order by n.item_id, n.name
      on conflict (crate_id, item_id, name, user_id) do update set
        value = case when ${isBetter} then excluded.value else r.value end,
        created_at = case when ${isBetter} then excluded.created_at else r.created_at end
      returning item_id, name, value, user_id, created_at)`,
    select: 'select item_id, name, value, user_id, created_at from records',
  };
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
