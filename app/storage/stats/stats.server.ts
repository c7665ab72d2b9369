import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import { badCredentials } from '#app/current/problems.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemBody } from '#lib/problem.ts';

import { refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, mayAct } from '../crates/policy.ts';
import { ItemName, isItemId, normalized } from '../item.ts';
import { idsRequired, invalidUpdates, itemOrNameRequired, noItem, nothingToUpdate } from '../problems.ts';
import { mayBatch, writeAdditions } from './additions.server.ts';
import { isNeverAllowed, collectRights } from './rights.server.ts';
import type { StatsRight } from './rights.server.ts';
import { leastRecords } from './rules.ts';
import { mergeEntries, toRecordSubmission } from './stats-merge.ts';
import type { ItemUpdate } from './stats-merge.ts';
import { writeStats } from './stats-statement.server.ts';
import type { StatsOutcome, StatsResult } from './stats-statement.server.ts';
import { MAX_BATCH, MAX_RECORDS, MAX_STATS, updatesSomething } from './stats.ts';
import type { BatchEntry, StatsUpdate, ItemStats } from './stats.ts';

export type BatchResult = ItemStats | { itemId?: string; name?: string; problem: ProblemBody };

/** @throws Problem 400 with the specification's sentences or the limits by stat, 404, 401 or 403 */
export async function updateStats(
  current: Current,
  crateId: string,
  itemId: string,
  update: StatsUpdate,
): Promise<ItemStats> {
  if (crateId === '' || itemId === '') throw new Problem(idsRequired);
  const [result = new Problem(noItem)] = await writeEntries(current, crateId, [{ itemId, ...update }]);
  if (result instanceof Problem) throw result;
  return result;
}

/** At most 100 items. A wrong shape refuses the whole batch; all other problems are reported at their entry. */
export async function updateManyStats(current: Current, crateId: string, batch: BatchEntry[]): Promise<BatchResult[]> {
  if (batch.length === 0 || batch.length > MAX_BATCH) {
    throw new Problem(invalidUpdates, { fields: { updates: `1 to ${MAX_BATCH} entries` } });
  }
  if (batch.some((entry) => !entry.itemId && !entry.name)) throw new Problem(itemOrNameRequired);
  const results = await writeEntries(current, crateId, batch);
  return results.map((result, at) => (result instanceof Problem ? refusedEntry(batch[at], result) : result));
}

async function writeEntries(current: Current, crateId: string, batch: BatchEntry[]): Promise<(ItemStats | Problem)[]> {
  if (!batch.every(updatesSomething)) throw new Problem(nothingToUpdate);
  const crate = await getCrate(current, crateId);
  if (batch.every((entry) => isNeverAllowed(current, crate, entry))) refuseAccess(current, crate);
  requireAppRights(current, batch);
  requireHolders(current, batch);
  const idsByName = await findIdsByName(current, crateId, batch);
  const findItemId = ({ itemId, name }: BatchEntry) =>
    itemId ? itemId.toLowerCase() : idsByName.get(normalized(name ?? ''));
  const entries = batch.flatMap((entry) => {
    const itemId = findItemId(entry);
    return itemId !== undefined && isItemId(itemId) ? [{ ...entry, itemId }] : [];
  });
  const least = leastRecords(crate.policy);
  const updates = mergeEntries(entries, current.actor.userId ?? '', (name) => least.includes(name));
  const { written, broken, refused } = await writeOrExplain(current, crate, updates);
  return batch.map((entry) => {
    const itemId = findItemId(entry) ?? '';
    const result = written.get(itemId);
    if (result !== undefined) return toItemStats(current, itemId, entry, result);
    const fields = broken.get(itemId);
    if (fields !== undefined) return new Problem(invalidUpdates, { fields });
    return refused.get(itemId) ?? new Problem(noItem);
  });
}

/** An app key has separate rights to stats and to records. */
function requireAppRights(current: Current, batch: BatchEntry[]): void {
  const { app, key } = current.actor;
  if (app === undefined || key === undefined) return;
  const lacks = (right: string) => !key.permissions.includes(right);
  for (const { changeStats, setStats, submitRecords } of batch) {
    const isRefused = (submitRecords && lacks('records')) || ((changeStats ?? setStats) && lacks('stats'));
    if (isRefused) refuse(current);
  }
}

function requireHolders(current: Current, batch: BatchEntry[]): void {
  const { actor } = current;
  for (const { submitRecords = {} } of batch) {
    for (const [name, submitted] of Object.entries(submitRecords)) {
      const isNamed = typeof submitted === 'object';
      if (isNamed && actor.app === undefined) refuse(current);
      if (isNamed || actor.userId !== undefined) continue;
      if (actor.app === undefined) throw new Problem(badCredentials);
      throw new Problem(invalidUpdates, { fields: { [name]: 'value and userId: whose record it is' } });
    }
  }
}

function refusedEntry(entry: BatchEntry | undefined, problem: Problem): BatchResult {
  const { itemId, name } = entry ?? {};
  return { ...(itemId && { itemId }), ...(name && { name }), problem: problem.body() };
}

function toItemStats(
  { actor }: Current,
  itemId: string,
  entry: BatchEntry,
  { stats, records }: StatsResult,
): ItemStats {
  const { changeStats = {}, setStats = {}, submitRecords = {} } = entry;
  const own: ItemStats = { itemId, stats: {}, records: {} };
  for (const name of [...Object.keys(changeStats), ...Object.keys(setStats)]) own.stats[name] = stats[name] ?? 0;
  for (const [name, submitted] of Object.entries(submitRecords)) {
    const { userId } = toRecordSubmission(submitted, actor.userId ?? '');
    const held = records.find((record) => record.name === name && record.userId === userId);
    if (held !== undefined) own.records[name] = { userId, value: held.value, createdAt: held.createdAt };
  }
  return own;
}

export async function findIdsByName(
  current: Current,
  crateId: string,
  batch: readonly BatchEntry[],
): Promise<Map<string, string>> {
  const names = batch.flatMap(({ itemId, name }) =>
    itemId || !ItemName.safeParse(name).success ? [] : [normalized(name ?? '')],
  );
  if (names.length === 0) return new Map();
  // The list is selected so that the planner does not see its length: it would plan anew for each.
  const rows = await current.db.query<Pick<Row<'items'>, 'item_id' | 'name'>>(sql`
    select item_id, name from items
    where crate_id = ${crateId} and sort_name = any((select ${names}::text[])::text[]) and name is not null`);
  return new Map(rows.map((row) => [row.name ?? '', row.item_id]));
}

interface ExplainedOutcome extends StatsOutcome {
  readonly refused: ReadonlyMap<string, Problem>;
}

/** What has no reason to be left out has changed in between: it is locked, and written again. */
async function writeOrExplain(
  current: Current,
  crate: Crate,
  updates: readonly ItemUpdate[],
  isLocked = false,
): Promise<ExplainedOutcome> {
  const write = mayBatch(crate, updates) ? writeAdditions : writeStats;
  const rights = collectRights(current, crate, updates);
  const outcome = await write(current, crate, rights, [...updates]);
  const missed = updates.filter(({ itemId }) => !outcome.written.has(itemId) && !outcome.broken.has(itemId));
  const refused = await explainUnwritten(current, crate, rights, missed);
  const again = missed.filter(({ itemId }) => refused.get(itemId) === CHANGED);
  if (again.length === 0 || isLocked) return { ...outcome, refused };
  for (const { itemId } of again) refused.delete(itemId);
  const later = await withLocked(current, crate, again, (current, left) => writeOrExplain(current, crate, left, true));
  return {
    written: new Map([...outcome.written, ...later.written]),
    broken: new Map([...outcome.broken, ...later.broken]),
    refused: new Map([...refused, ...later.refused]),
  };
}

/** What is gone by then does not exist, and has no other reason. */
function withLocked<Result>(
  current: Current,
  { crateId }: Crate,
  updates: readonly ItemUpdate[],
  work: (current: Current, left: ItemUpdate[]) => Promise<Result>,
): Promise<Result> {
  const itemIds = updates.map(({ itemId }) => itemId);
  return inTransaction(current, async (current) => {
    const rows = await current.db.query<Pick<Row<'items'>, 'item_id'>>(sql`
      select item_id from items where crate_id = ${crateId} and item_id = any((select ${itemIds}::uuid[])::uuid[])
      order by item_id for no key update`);
    const locked = new Set(rows.map((row) => row.item_id));
    return work(
      current,
      updates.filter(({ itemId }) => locked.has(itemId)),
    );
  });
}

type StatsTargetRow = Pick<Row<'items'>, 'item_id' | 'collaborators' | 'tags'> & { stats: string[]; records: string[] };

/** Of an item that could have been written; what the last try of all finds so is refused. */
const CHANGED = new Problem(invalidUpdates, { fields: { itemId: 'changed meanwhile: send it again' } });

// Items that the caller may change have no space for more names, those that they may only see are refused, all others
// do not exist.
async function explainUnwritten(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: readonly ItemUpdate[],
): Promise<Map<string, Problem>> {
  if (updates.length === 0) return new Map();
  const { crateId } = crate;
  const itemIds = updates.map(({ itemId }) => itemId);
  const rows = await current.db.query<StatsTargetRow>(sql`
    select i.item_id, i.collaborators, i.tags,
      array(select s.name from item_stats s where s.crate_id = ${crateId} and s.item_id = i.item_id) as stats,
      array(select distinct r.name from item_records r where r.crate_id = ${crateId} and r.item_id = i.item_id) as records
    from items i where i.crate_id = ${crateId} and i.item_id = any((select ${itemIds}::uuid[])::uuid[])`);
  const read = accessTo(crate.policy, 'read', current.actor, true);
  const explain = (row: StatsTargetRow) => {
    const mayWrite = rights.every(({ access, itemIds }) => !itemIds.has(row.item_id) || mayAct(access, row));
    if (!mayWrite) return mayAct(read, row) ? catchRefusal(current) : new Problem(noItem);
    const update = updates.find(({ itemId }) => itemId === row.item_id);
    const fields = update && fullFields(row, update);
    return fields === undefined ? CHANGED : new Problem(invalidUpdates, { fields });
  };
  return new Map(rows.map((row) => [row.item_id, explain(row)]));
}

/** Undefined when the item has room for all names. */
function fullFields({ stats, records }: StatsTargetRow, update: ItemUpdate): Record<string, string> | undefined {
  const isFull = (known: string[], names: Iterable<string>, most: number) =>
    new Set([...known, ...names]).size > Math.max(most, known.length);
  if (isFull(stats, update.stats.keys(), MAX_STATS)) return { stats: `at most ${MAX_STATS} names for one item` };
  const submitted = update.records.map(({ name }) => name);
  if (isFull(records, submitted, MAX_RECORDS)) return { records: `at most ${MAX_RECORDS} names for one item` };
  return undefined;
}

function catchRefusal(current: Current): Problem {
  try {
    return refuse(current);
  } catch (refusal) {
    if (refusal instanceof Problem) return refusal;
    throw refusal;
  }
}
