import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { isSqlState, retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql, SqlValue } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { invalidUpdates } from '../problems.ts';
import { rankedSql } from './ranks.server.ts';
import { rightsSql } from './rights.server.ts';
import type { StatsRight } from './rights.server.ts';
import { IS_PRESENT, ruledStatsSql, retryOnNewRows } from './ruled-stats.server.ts';
import { leastRecords, limitText, statRule } from './rules.ts';
import type { StatLimit } from './rules.ts';
import type { ItemUpdate, StatRow } from './stats-merge.ts';
import { MAX_RECORDS, MAX_STATS } from './stats.ts';
import type { ItemStats } from './stats.ts';

type NamedRecord = ItemStats['records'][string] & { name: string };

export interface StatsResult {
  readonly stats: Record<string, number>;
  readonly records: NamedRecord[];
}

/** By item id, the values and the limits that would have been broken. Both lack items without permission. */
export interface StatsOutcome {
  readonly written: Map<string, StatsResult>;
  readonly broken: Map<string, Record<string, string>>;
}

// An item is written whole or not at all; those that are unknown, not allowed or full are absent from the result. Rows
// are written in one order, so that overlapping batches wait for each other.
export async function writeStats(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: readonly ItemUpdate[],
): Promise<StatsOutcome> {
  const outcome: StatsOutcome = { written: new Map(), broken: new Map() };
  if (updates.length === 0) return outcome;
  for (const row of await runStatement(current, crate, rights, updates)) {
    const { item_id: itemId, name, value, user_id: userId, created_at: createdAt, broken } = row;
    if (broken !== null) {
      const fields = outcome.broken.get(itemId) ?? {};
      outcome.broken.set(itemId, { ...fields, [name]: limitText(broken, statRule(crate.policy, name)) });
      continue;
    }
    const result = outcome.written.get(itemId) ?? { stats: {}, records: [] };
    outcome.written.set(itemId, result);
    if (userId === null || createdAt === null) result.stats[name] = value;
    else result.records.push({ name, userId, value, createdAt: createdAt.toISOString() });
  }
  return outcome;
}

type StatResultRow = Pick<Row<'item_stats'>, 'item_id' | 'name' | 'value'> &
  Columns<'item_records', { user_id: string | null; created_at: Date | null }> & { broken: StatLimit | null };

async function runStatement(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: readonly ItemUpdate[],
): Promise<StatResultRow[]> {
  const isRuled = updates.some(({ stats }) => [...stats.keys()].some((name) => statRule(crate.policy, name)));
  const statement = statsSql(current, crate, rights, updates, isRuled);
  const run = () => current.db.query<StatResultRow>(statement);
  try {
    // When two batches deadlock, the statement has done nothing and runs again.
    return await retryAfterDeadlock(current.db, isRuled ? () => retryOnNewRows(current.db, run) : run);
  } catch (error) {
    if (isSqlState(error, '22003')) throw new Problem(invalidUpdates, { fields: { changeStats: OUT_OF_RANGE } });
    throw error;
  }
}

interface StatementParts {
  readonly before: readonly Sql[];
  readonly written: readonly Sql[];
  /** Queries for rows of item_id, name, value, user_id, created_at, broken. */
  readonly answers: readonly Sql[];
}

// Lists are selected so that the planner does not see their lengths: otherwise a short one looks cheaper than what a
// plan for all lengths costs, and each statement would be planned anew, which takes longer than to run it.

function statsSql(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: readonly ItemUpdate[],
  isRuled: boolean,
): Sql {
  const { crateId } = crate;
  const parts: StatementParts[] = [];
  const full: Sql[] = [];
  const room: Sql[] = [];
  const stats = statRows(updates);
  if (stats.length > 0) {
    parts.push(STATS_ANSWER, isRuled ? ruledStatsSql(current, crate, stats) : unruledStatsSql(crateId, stats));
    full.push(sql`full_of_stats as (${fullSql(sql`item_stats`, sql`changes`, crateId, MAX_STATS)})`);
    room.push(sql`i.item_id not in (select item_id from full_of_stats)`);
  }
  if (updates.some(({ records }) => records.length > 0)) {
    parts.push(recordsSql(current, crate, updates, isRuled));
    full.push(sql`full_of_records as (${fullSql(sql`item_records`, sql`submissions`, crateId, MAX_RECORDS)})`);
    room.push(sql`i.item_id not in (select item_id from full_of_records)`);
  }
  const itemIds = updates.map(({ itemId }) => itemId);
  const conditions = [...rightsSql(rights, itemIds.length), ...room];
  const present = sql`present as (select i.item_id from items i where i.crate_id = ${crateId}
    and i.item_id = any((select ${itemIds}::uuid[])::uuid[]) and ${sql.join(conditions, ' and ')})`;
  const steps = [
    ...parts.flatMap(({ before }) => before),
    ...full,
    present,
    ...parts.flatMap(({ written }) => written),
  ];
  const answers = parts.flatMap(({ answers }) => answers);
  return sql`with ${sql.join(steps, ', ')} ${sql.join(answers, ' union all ')}`;
}

/** All statements write in this order. @throws Problem 400 for a sum that is no finite number */
function statRows(updates: readonly ItemUpdate[]): StatRow[] {
  const rows = updates.flatMap(({ itemId, stats }) =>
    [...stats].map(([name, change]): StatRow => ({ itemId, name, change })),
  );
  // The sum of a batch may overflow although each of its entries is finite.
  const tooLarge = rows.filter(({ change }) => !Number.isFinite(change.low) || !Number.isFinite(change.high));
  if (tooLarge.length > 0) {
    throw new Problem(invalidUpdates, { fields: Object.fromEntries(tooLarge.map(({ name }) => [name, OUT_OF_RANGE])) });
  }
  return rows.length === 1 ? rows : rows.toSorted(inOrder);
}

const OUT_OF_RANGE = 'a sum that no number holds';

function inOrder(a: StatRow, b: StatRow): number {
  if (a.itemId !== b.itemId) return a.itemId < b.itemId ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

function unruledStatsSql(crateId: string, rows: readonly StatRow[]): StatementParts {
  const each = (toValue: (row: StatRow) => SqlValue) => rows.map(toValue);
  const changes = sql`changes as not materialized (select * from unnest((select ${each(({ itemId }) => itemId)}::uuid[]),
    (select ${each(({ name }) => name)}::text[]), (select ${each(({ change }) => change.value)}::float8[]),
    (select ${each(({ change }) => change.sets)}::bool[])) c(item_id, name, value, sets))`;
  const added = rows.some(({ change }) => change.sets)
    ? sql`case when (s.item_id, s.name) in (select item_id, name from changes where sets)
        then excluded.value else s.value + excluded.value end`
    : sql`s.value + excluded.value`;
  const stats = sql`stats as (insert into item_stats as s (crate_id, item_id, name, value, ranked)
    select ${crateId}, c.item_id, c.name, c.value, ${rankedSql(crateId, sql`c.name`)} from changes c where ${IS_PRESENT} order by c.item_id, c.name
    on conflict (crate_id, item_id, name) do update set value = ${added} returning item_id, name, value)`;
  return { before: [changes], written: [stats], answers: [] };
}

const STATS_ANSWER: StatementParts = {
  before: [],
  written: [],
  answers: [
    sql`select item_id, name, value, null::text as user_id, null::timestamptz as created_at, null::text as broken from stats`,
  ],
};

/** Of each holder the best value stays, and of equal ones the earliest. */
function recordsSql(
  { now }: Current,
  { crateId, policy }: Crate,
  updates: readonly ItemUpdate[],
  isRuled: boolean,
): StatementParts {
  const rows = updates.flatMap(({ itemId, records }) => records.map((record) => ({ itemId, ...record })));
  const each = (toValue: (row: (typeof rows)[number]) => SqlValue) => rows.map(toValue);
  const submissions = sql`submissions as not materialized (select * from unnest(
    (select ${each(({ itemId }) => itemId)}::uuid[]), (select ${each(({ name }) => name)}::text[]),
    (select ${each(({ userId }) => userId)}::text[]), (select ${each(({ value }) => value)}::float8[]))
    c(item_id, name, user_id, value))`;
  const isBetter = sql`case when r.name = any((select ${leastRecords(policy)}::text[])::text[])
    then excluded.value < r.value else excluded.value > r.value end`;
  const isWritten = isRuled ? sql`item_id not in (select item_id from judged where broken is not null)` : sql`true`;
  const records = sql`records as (insert into item_records as r (crate_id, item_id, name, user_id, value, created_at)
    select ${crateId}, c.item_id, c.name, c.user_id, c.value, ${now()}::timestamptz
    from submissions c where ${IS_PRESENT} and ${isWritten} order by c.item_id, c.name, c.user_id
    on conflict (crate_id, item_id, name, user_id) do update set
      value = case when ${isBetter} then excluded.value else r.value end,
      created_at = case when ${isBetter} then excluded.created_at else r.created_at end
    returning item_id, name, value, user_id, created_at)`;
  const answer = sql`select item_id, name, value, user_id, created_at, null::text as broken from records`;
  return { before: [submissions], written: [records], answers: [answer] };
}

// The limit keeps the lookups one by one in the index: as a join they would read the whole crate while the planner
// believes the table to be small.
function fullSql(table: Sql, source: Sql, crateId: string, most: number): Sql {
  return sql`select fresh.item_id from (
      select c.item_id, count(distinct c.name) as names from ${source} c
      left join lateral (select true as is_there from ${table} own
        where own.crate_id = ${crateId} and own.item_id = c.item_id and own.name = c.name limit 1) known on true
      where known.is_there is null group by c.item_id) fresh
    where fresh.names + (select count(distinct own.name) from ${table} own
      where own.crate_id = ${crateId} and own.item_id = fresh.item_id) > ${most}::int`;
}
