import type { Current } from '#app/current/current.server.ts';
import { batchesPer } from '#lib/batches.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import type { Access } from '../crates/policy.ts';
import { mergeUpdates } from './stats-merge.ts';
import type { ItemUpdate } from './stats-merge.ts';
import { writeStats } from './stats-statement.server.ts';
import type { StatsWritten } from './stats.ts';

type Written = Map<string, StatsWritten>;

interface Addition {
  current: Current;
  crate: Crate;
  access: Access;
  updates: ItemUpdate[];
}

const MOST_TOGETHER = 64;
const MOST_ADDED = 128;
const batchesOf = batchesPer<Addition, Written>(addTogether, MOST_TOGETHER);

/**
 * Adds to stats as `writeStats` does. What several askers with the same rights add at one time is written in one
 * statement, because a hot row can be committed only so often; each is told the values right after its own addition,
 * exactly as long as they are whole numbers up to 2^53.
 * @param updates what `mayShare` allows, at most one update per item
 */
export function writeAdditions(
  current: Current,
  crate: Crate,
  access: Access,
  updates: ItemUpdate[],
): Promise<Written> {
  const isSame = access.everything && access.hiddenTags.length === 0;
  const key = `${crate.crateId} ${isSame ? '' : JSON.stringify(access)}`;
  return batchesOf(current.db).run(key, { current, crate, access, updates });
}

/** Whether updates may travel with those of others: few, and nothing but additions of whole numbers. */
export function mayShare(updates: ItemUpdate[]): boolean {
  const isPlain = ({ setStats = {}, submitRecords = {} }: ItemUpdate) =>
    Object.keys(setStats).length === 0 && Object.keys(submitRecords).length === 0;
  const added = updates.flatMap(({ changeStats = {} }) => Object.values(changeStats));
  return updates.every(isPlain) && added.length <= MOST_ADDED && added.every(Number.isSafeInteger);
}

async function addTogether(additions: Addition[]): Promise<(Written | Promise<Written>)[]> {
  const [first] = additions;
  if (first === undefined || additions.length === 1) return additions.map(addAlone);
  const { current, crate, access } = first;
  try {
    const merged = mergeUpdates(additions.flatMap(({ updates }) => updates));
    return addMissed(additions, shareOut(additions, await writeStats(current, crate, access, merged)));
  } catch (error) {
    // The sum is refused or takes too long, and nothing is written. Alone, each finds out whether it was the one.
    if (error instanceof Problem || isSqlState(error, '57014')) return additions.map(addAlone);
    throw error;
  }
}

/** An item without room for the names of all is not written. Alone, each may find room: one after the other, exactly. */
function addMissed(additions: Addition[], shares: Written[]): (Written | Promise<Written>)[] {
  let before: Promise<unknown> = Promise.resolve();
  return additions.map((addition, at) => {
    const share: Written = shares[at] ?? new Map();
    const updates = addition.updates.filter(({ itemId }) => !share.has(itemId));
    if (updates.length === 0) return share;
    const mine = before.then(() => addRest({ ...addition, updates }, share));
    before = mine.catch(() => undefined);
    return mine;
  });
}

/** What is written stays written: a rest that is refused is missing from the answer, not an error of the whole. */
async function addRest(rest: Addition, share: Written): Promise<Written> {
  try {
    return new Map([...share, ...(await addAlone(rest))]);
  } catch (error) {
    if (error instanceof Problem && share.size > 0) return share;
    throw error;
  }
}

function addAlone({ current, crate, access, updates }: Addition): Promise<Written> {
  return writeStats(current, crate, access, updates);
}

/** The values as each addition left them: the last ones, less what came after it. */
function shareOut(additions: Addition[], written: Written): Written[] {
  const later = new Map<string, number>();
  const shares = additions.toReversed().map(({ updates }) => {
    const share: Written = new Map();
    for (const { itemId, changeStats = {} } of updates) {
      const values = written.get(itemId);
      if (values === undefined) continue;
      const stats: Record<string, number> = {};
      for (const [name, added] of Object.entries(changeStats)) {
        const since = later.get(`${itemId} ${name}`) ?? 0;
        stats[name] = (values.stats[name] ?? 0) - since;
        later.set(`${itemId} ${name}`, since + added);
      }
      share.set(itemId, { itemId, stats, records: {} });
    }
    return share;
  });
  return shares.toReversed();
}
