import type { Current } from '#app/current/current.server.ts';
import { badCredentials } from '#app/current/problems.ts';
import { refuse } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemBody } from '#lib/problem.ts';

import { refuseIn } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { ItemName, isItemId, normalized } from '../item.ts';
import { accessTo, mayAct, mayNothing } from '../crates/policy.ts';
import type { Access } from '../crates/policy.ts';
import { idsRequired, invalidUpdates, itemOrNameRequired, noItem, nothingToUpdate } from '../problems.ts';
import { mayShare, writeAdditions } from './additions.server.ts';
import { mergeUpdates } from './stats-merge.ts';
import { writeStats } from './stats-statement.server.ts';
import { MAX_BATCH, updatesSomething } from './stats.ts';
import type { BatchEntry, StatsUpdate, StatsWritten } from './stats.ts';

/** What a batch did to one entry: the values written, or why not. */
export type BatchResult = StatsWritten | { itemId?: string; name?: string; problem: ProblemBody };

/**
 * Adds to stats, sets stats and submits records of one item, in one statement.
 * @throws Problem 400 with the specification's sentences, 404 for an unknown item, 401 or 403 when the crate does not
 * let the asker
 */
export async function updateStats(
  current: Current,
  crateId: string,
  itemId: string,
  update: StatsUpdate,
): Promise<StatsWritten> {
  if (crateId === '' || itemId === '') throw new Problem(idsRequired);
  const [result] = await updateManyStats(current, crateId, [{ itemId, ...update }]);
  if (result === undefined) throw new Problem(noItem);
  if ('problem' in result) throw new Problem(result.problem);
  return result;
}

/**
 * The same for at most 100 items at once. A wrong shape refuses the whole batch; an unknown item is told at its entry,
 * and the others are written.
 */
export async function updateManyStats(current: Current, crateId: string, batch: BatchEntry[]): Promise<BatchResult[]> {
  if (batch.length === 0 || batch.length > MAX_BATCH) throw new Problem(invalidUpdates);
  if (batch.some((entry) => !entry.itemId && !entry.name)) throw new Problem(itemOrNameRequired);
  if (!batch.every(updatesSomething)) throw new Problem(nothingToUpdate);
  const crate = await getCrate(current, crateId);
  const access = accessTo(crate.policy, 'stat', current.actor, true);
  if (mayNothing(access)) refuseIn(current, crate);
  const submits = batch.some(({ submitRecords }) => submitRecords && Object.keys(submitRecords).length > 0);
  if (submits && current.actor.userId === undefined) throw new Problem(badCredentials);
  const idsByName = await findNamed(current, crateId, batch);
  const idOf = ({ itemId, name }: BatchEntry) =>
    itemId ? itemId.toLowerCase() : idsByName.get(normalized(name ?? ''));
  const updates = batch.flatMap((entry) => {
    const itemId = idOf(entry);
    return itemId !== undefined && isItemId(itemId) ? [{ ...entry, itemId }] : [];
  });
  const merged = mergeUpdates(updates, isLeast(crate));
  const write = mayShare(merged) ? writeAdditions : writeStats;
  const written = await write(current, crate, access, merged);
  const missed = updates.map(({ itemId }) => itemId).filter((itemId) => !written.has(itemId));
  const refused = await explainMissed(current, crate, access, missed);
  return batch.map((entry) => {
    const itemId = idOf(entry) ?? '';
    return written.get(itemId) ?? { ...namesOf(entry), problem: (refused.get(itemId) ?? new Problem(noItem)).body() };
  });
}

function isLeast({ policy }: Crate): (record: string) => boolean {
  return (record) => policy.leastRecords?.includes(record) ?? false;
}

function namesOf({ itemId, name }: BatchEntry): { itemId?: string; name?: string } {
  return { ...(itemId && { itemId }), ...(name && { name }) };
}

async function findNamed(current: Current, crateId: string, batch: BatchEntry[]): Promise<Map<string, string>> {
  const names = batch.flatMap(({ itemId, name }) =>
    itemId || !ItemName.safeParse(name).success ? [] : [normalized(name ?? '')],
  );
  if (names.length === 0) return new Map();
  const rows = await current.db.query<{ item_id: string; name: string }>(NAMED, [crateId, names]);
  return new Map(rows.map((row) => [row.name, row.item_id]));
}

/**
 * Why some items were not written: what the asker may change has no room for more names, what they may only see is
 * refused, all else does not exist.
 */
async function explainMissed(
  current: Current,
  crate: Crate,
  access: Access,
  itemIds: string[],
): Promise<Map<string, Problem>> {
  if (itemIds.length === 0) return new Map();
  const rows = await current.db.query<TargetRow>(TARGETS, [crate.crateId, itemIds]);
  const read = accessTo(crate.policy, 'read', current.actor, true);
  const reasonOf = (row: TargetRow) => {
    if (mayAct(access, row)) return new Problem(invalidUpdates);
    return mayAct(read, row) ? refusalOf(current) : new Problem(noItem);
  };
  return new Map(rows.map((row) => [row.item_id, reasonOf(row)]));
}

function refusalOf(current: Current): Problem {
  try {
    return refuse(current);
  } catch (refusal) {
    if (refusal instanceof Problem) return refusal;
    throw refusal;
  }
}

interface TargetRow {
  item_id: string;
  collaborators: string[];
  tags: string[];
}

const NAMED = {
  name: 'stats_named',
  text: 'select item_id, name from items where crate_id = $1 and sort_name = any($2::text[]) and name is not null',
};
const TARGETS = {
  name: 'stats_targets',
  text: 'select item_id, collaborators, tags from items where crate_id = $1 and item_id = any($2::uuid[])',
};
