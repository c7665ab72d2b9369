import { Problem } from '#lib/problem.ts';

import { idsRequired, invalidUpdates, itemOrNameRequired, nothingToUpdate } from '../problems.ts';
import { MAX_BATCH, updatesSomething } from '../stats/stats.ts';
import type { BatchEntry, StatsUpdate } from '../stats/stats.ts';

/** Refuses what the server would refuse, before any request (specification §5). */
export function requireUpdate(crateId: string, itemId: string, update: StatsUpdate): void {
  if (!crateId || !itemId) throw new Problem(idsRequired);
  if (!updatesSomething(update)) throw new Problem(nothingToUpdate);
}

/** The same for a batch. */
export function requireUpdates(crateId: string, updates: readonly BatchEntry[]): void {
  if (!crateId) throw new Problem(idsRequired);
  if (!Array.isArray(updates) || updates.length === 0 || updates.length > MAX_BATCH) throw new Problem(invalidUpdates);
  if (updates.some(({ itemId, name }) => !itemId && !name)) throw new Problem(itemOrNameRequired);
  if (!updates.every(updatesSomething)) throw new Problem(nothingToUpdate);
}
