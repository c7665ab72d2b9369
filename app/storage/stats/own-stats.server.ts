import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { isItemId, normalized } from '../item.ts';
import { invalidUpdates } from '../problems.ts';
import { mayBatch } from './additions.server.ts';
import { leastRecords } from './rules.ts';
import { mergeEntries, sumUpdates } from './stats-merge.ts';
import type { ItemUpdate } from './stats-merge.ts';
import { writeStats } from './stats-statement.server.ts';
import { findIdsByName } from './stats.server.ts';
import type { BatchEntry } from './stats.ts';

interface OwnStats {
  readonly current: Current;
  readonly entries: readonly BatchEntry[];
}

/**
 * Writes what code of the site decides, whatever rights its callers have: additions together, all else one after the other.
 * Items that do not exist, or have no room for more names, are left out.
 * @param current of a transaction, which a refusal has to end  @throws Problem 400 with the limits that would be broken
 */
export async function writeOwnStats(current: Current, crate: Crate, all: readonly OwnStats[]): Promise<void> {
  const entries = all.flatMap(({ entries }) => entries);
  if (entries.length === 0) return;
  const idsByName = await findIdsByName(current, crate.crateId, entries);
  const least = leastRecords(crate.policy);
  const isLeast = (name: string) => least.includes(name);
  const additions: ItemUpdate[] = [];
  const others: { current: Current; updates: ItemUpdate[] }[] = [];
  for (const { current: caller, entries } of all) {
    const named = entries.flatMap((entry) => {
      const itemId = entry.itemId?.toLowerCase() ?? idsByName.get(normalized(entry.name ?? ''));
      return itemId !== undefined && isItemId(itemId) ? [{ ...entry, itemId }] : [];
    });
    const updates = mergeEntries(named, caller.actor.userId ?? '', isLeast);
    if (mayBatch(crate, updates)) additions.push(...updates);
    else others.push({ current: { ...caller, db: current.db }, updates });
  }
  await write(current, crate, sumUpdates(additions));
  for (const { current, updates } of others) await write(current, crate, updates);
}

async function write(current: Current, crate: Crate, updates: readonly ItemUpdate[]): Promise<void> {
  const { broken } = await writeStats(current, crate, [], updates);
  const [fields] = broken.values();
  if (fields !== undefined) throw new Problem(invalidUpdates, { fields });
}
