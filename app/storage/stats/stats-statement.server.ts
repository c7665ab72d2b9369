import type { Current } from '#app/current/current.server.ts';
import { retryAfterDeadlock, isSqlState, preparedByShape } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { Values } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { invalidUpdates } from '../problems.ts';
import { insertRecords } from './record-rows.server.ts';
import type { HeldRecord } from './record-rows.server.ts';
import { rightsSql } from './rights.server.ts';
import type { StatsRight } from './rights.server.ts';
import { ruledStatsSql, retryOnNewRows } from './ruled-stats.server.ts';
import { limitText, statRule } from './rules.ts';
import type { StatLimit } from './rules.ts';
import { fullSql, insertStats, list, statRows } from './stat-rows.server.ts';
import type { ItemUpdate } from './stats-merge.ts';
import { MAX_RECORDS, MAX_STATS } from './stats.ts';

/** What was written to an item, as it stands after it. */
export interface StatsResult {
  readonly stats: Record<string, number>;
  readonly records: HeldRecord[];
}

/** By item id what was written, and which limits would have been broken, by stat. Both lack what may not be written. */
export interface StatsOutcome {
  readonly written: Map<string, StatsResult>;
  readonly broken: Map<string, Record<string, string>>;
}

/**
 * Writes the updates of several items in one statement that also holds the permission and the rules. An item is written
 * whole or not at all. Rows are written in one order, so that overlapping batches wait for each other.
 * @param rights those that the updates take
 * @param updates at most one per item
 * @returns items that are unknown, not allowed or full are absent
 */
export async function writeStats(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: readonly ItemUpdate[],
): Promise<StatsOutcome> {
  const outcome: StatsOutcome = { written: new Map(), broken: new Map() };
  if (updates.length === 0) return outcome;
  for (const row of await askStats(current, crate, rights, updates)) {
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

interface StatResultRow {
  item_id: string;
  name: string;
  value: number;
  user_id: string | null;
  created_at: Date | null;
  broken: StatLimit | null;
}

async function askStats(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: readonly ItemUpdate[],
): Promise<StatResultRow[]> {
  const isRuled = updates.some(({ stats }) => [...stats.keys()].some((name) => statRule(crate.policy, name)));
  const { text, values } = statsSql(current, crate, rights, updates, isRuled);
  const ask = () => current.db.query<StatResultRow>(preparedByShape(text), values);
  try {
    // Two batches may meet: the statement has then done nothing and runs again.
    return await retryAfterDeadlock(current.db, isRuled ? () => retryOnNewRows(current.db, ask) : ask);
  } catch (error) {
    if (isSqlState(error, '22003')) throw new Problem(invalidUpdates);
    throw error;
  }
}

function statsSql(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: readonly ItemUpdate[],
  isRuled: boolean,
): { text: string; values: unknown[] } {
  const values = new Values();
  const crateId = values.add(crate.crateId, 'text');
  const itemIds = updates.map(({ itemId }) => itemId);
  const present = [`i.crate_id = ${crateId}`, `i.item_id = any(${list(values, itemIds, 'uuid')}::uuid[])`];
  present.push(...rightsSql(rights, itemIds.length, values));
  const [before, written, answers]: [string[], string[], string[]] = [[], [], []];
  const stats = statRows(updates);
  if (stats.length > 0) {
    const rows = isRuled ? ruledStatsSql(current, crate, stats, crateId, values) : insertStats(stats, crateId, values);
    before.push(...rows.before, `full_of_stats as (${fullSql('item_stats', rows.source, crateId, MAX_STATS)})`);
    present.push('i.item_id not in (select item_id from full_of_stats)');
    written.push(...rows.written);
    answers.push(...rows.answers);
  }
  if (updates.some(({ records }) => records.length > 0)) {
    const judged = isRuled ? 'item_id not in (select item_id from judged where broken is not null)' : 'true';
    const rows = insertRecords(current, crate, updates, { crateId, judged }, values);
    before.push(`full_of_records as (${fullSql('item_records', rows.source, crateId, MAX_RECORDS)})`);
    present.push('i.item_id not in (select item_id from full_of_records)');
    written.push(...rows.written);
    answers.push(...rows.answers);
  }
  const items = `present as (select i.item_id from items i where ${present.join(' and ')})`;
  const text = `with ${[...before, items, ...written].join(', ')} ${answers.join(' union all ')}`;
  return { text, values: values.list };
}
