import type { Current } from '#app/current/current.server.ts';
import { countEach, listValues } from '#lib/bitmap/expression.ts';

import type { Estimate, SetWalk } from './crate-sets.ts';
import { setNamesIn, tagSet } from './set-query.ts';
import type { SetName, SetQuery } from './set-query.ts';
import { sharedSetsCache } from './sets-cache.server.ts';

/** Milliseconds. Loading the sets reads no more than counting in SQL would, and makes the next count quick. */
const MAX_WAIT_MS = 3000;

/** Undefined when the sets are not loaded in time. */
export async function countInSets(current: Current, crateId: string, wanted: SetQuery): Promise<number | undefined> {
  if (!(await areSetsReady(current, crateId, setNamesIn(wanted)))) return undefined;
  return sharedSetsCache(current).now(crateId, (sets) => sets.count(wanted));
}

/** Undefined where they are not loaded, and in a transaction, which sees its own writes. */
export async function countInLoadedSets(
  current: Current,
  crateId: string,
  wanted: SetQuery,
): Promise<number | undefined> {
  if (current.db.isTransaction) return undefined;
  return sharedSetsCache(current).now(crateId, (sets) => sets.count(wanted));
}

export async function findInSets(
  current: Current,
  crateId: string,
  wanted: SetQuery,
  most: number,
): Promise<number[] | undefined> {
  if (current.db.isTransaction) return undefined;
  return sharedSetsCache(current).now(crateId, (sets) => {
    const expression = sets.read(wanted);
    return expression && listValues(expression, most);
  });
}

export async function countTagsInSets(
  current: Current,
  crateId: string,
  wanted: SetQuery,
  tags: readonly string[],
): Promise<number[] | undefined> {
  if (!(await areSetsReady(current, crateId, [...setNamesIn(wanted), ...tags.map(tagSet)]))) return undefined;
  return sharedSetsCache(current).now(crateId, (sets) => {
    const expression = sets.read(wanted);
    const each = tags.flatMap((tag) => sets.get(tagSet(tag)) ?? []);
    return expression && each.length === tags.length ? countEach(expression, each) : undefined;
  });
}

/** Reads loaded sets without the database: good for a plan, not for an answer. */
export function estimateInSets(current: Current, crateId: string, walk: SetWalk): Estimate | undefined {
  const names: SetName[] = [...setNamesIn(walk.wanted), 'all'];
  return sharedSetsCache(current).lately(crateId, names)?.estimate(walk, performance.now());
}

/** Approximate. */
export function tagSizeInSets(current: Current, crateId: string, tag: string): number | undefined {
  const name = tagSet(tag);
  return sharedSetsCache(current).lately(crateId, [name])?.get(name)?.size;
}

export function loadSetsLater(current: Current, crateId: string, wanted: SetQuery): void {
  if (!current.db.isTransaction) void sharedSetsCache(current).load(crateId, [...setNamesIn(wanted), 'all']);
}

/** A transaction sees its own writes, which the sets cannot have yet. */
async function areSetsReady(current: Current, crateId: string, names: readonly SetName[]): Promise<boolean> {
  if (current.db.isTransaction) return false;
  const cache = sharedSetsCache(current);
  if (cache.lately(crateId, names) !== undefined) return true;
  await waitAtMost(MAX_WAIT_MS, cache.load(crateId, names));
  return cache.lately(crateId, names) !== undefined;
}

async function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
