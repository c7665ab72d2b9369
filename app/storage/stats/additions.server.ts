import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { isUnconditional, collectRights } from './rights.server.ts';
import type { StatsRight } from './rights.server.ts';
import { statRule } from './rules.ts';
import { sumUpdates } from './stats-merge.ts';
import type { ItemUpdate } from './stats-merge.ts';
import { writeStats } from './stats-statement.server.ts';
import type { StatsOutcome, StatsResult } from './stats-statement.server.ts';

interface Addition {
  current: Current;
  crate: Crate;
  rights: readonly StatsRight[];
  updates: ItemUpdate[];
}

const MAX_BATCH_SIZE = 64;
const MAX_ADDITIONS = 128;
const createAdditions = () => new Batcher<Addition, StatsOutcome>(addTogether, MAX_BATCH_SIZE);

// Concurrent callers with the same rights share one statement, because a hot row can be committed only so often. Each
// gets the values right after its own addition (exact for whole numbers up to 2^53) and is held against the rules at
// its own place.
export function writeAdditions(
  current: Current,
  crate: Crate,
  rights: readonly StatsRight[],
  updates: ItemUpdate[],
): Promise<StatsOutcome> {
  const bound = rights.filter((right) => !isUnconditional(right)).map(({ right, access }) => [right, access]);
  const key = `${crate.crateId} ${crate.updatedAt} ${bound.length === 0 ? '' : JSON.stringify(bound)}`;
  return current.db.state.get(createAdditions).run(key, { current, crate, rights, updates });
}

/** Only a few additions of whole numbers may be batched, to stats without `minInterval`, which depends on the user. */
export function mayBatch({ policy }: Crate, updates: readonly ItemUpdate[]): boolean {
  let added = 0;
  for (const { stats, records } of updates) {
    added += stats.size;
    if (records.length > 0 || added > MAX_ADDITIONS) return false;
    for (const [name, { sets, value }] of stats) {
      if (sets || !Number.isSafeInteger(value) || statRule(policy, name)?.minInterval) return false;
    }
  }
  return true;
}

async function addTogether(additions: Addition[]): Promise<(StatsOutcome | Promise<StatsOutcome>)[]> {
  const [first] = additions;
  if (first === undefined || additions.length === 1) return additions.map(addAlone);
  const { current, crate } = first;
  try {
    const sums = sumUpdates(additions.flatMap(({ updates }) => updates));
    const { written } = await writeStats(current, crate, collectRights(current, crate, sums), sums);
    return addMissed(additions, splitResults(additions, written));
  } catch (error) {
    // The sum is refused or takes too long, and nothing is written. Alone, each finds out whether it was the cause.
    if (error instanceof Problem || isSqlState(error, '57014', '55P03')) return additions.map(addAlone);
    throw error;
  }
}

// An item without space for the names of all, or of which one addition breaks a rule, is not written. One after the
// other, each addition may be.
function addMissed(additions: Addition[], shares: StatsOutcome[]): (StatsOutcome | Promise<StatsOutcome>)[] {
  let before: Promise<unknown> = Promise.resolve();
  return additions.map((addition, at) => {
    const share = shares[at] ?? { written: new Map(), broken: new Map() };
    const updates = addition.updates.filter(({ itemId }) => !share.written.has(itemId));
    if (updates.length === 0) return share;
    const mine = before.then(() => addRest({ ...addition, updates }, share));
    before = mine.catch(() => undefined);
    return mine;
  });
}

/** When the rest is refused, it is missing from the answer, and no error of the whole. */
async function addRest(addition: Addition, { written }: StatsOutcome): Promise<StatsOutcome> {
  try {
    const rest = await addAlone({
      ...addition,
      rights: collectRights(addition.current, addition.crate, addition.updates),
    });
    return { written: new Map([...written, ...rest.written]), broken: rest.broken };
  } catch (error) {
    if (error instanceof Problem && written.size > 0) return { written, broken: new Map() };
    throw error;
  }
}

function addAlone({ current, crate, rights, updates }: Addition): Promise<StatsOutcome> {
  return writeStats(current, crate, rights, updates);
}

function splitResults(additions: Addition[], written: Map<string, StatsResult>): StatsOutcome[] {
  const later = new Map<string, number>();
  const shares = additions.toReversed().map(({ updates }) => {
    const share = new Map<string, StatsResult>();
    for (const { itemId, stats } of updates) {
      const values = written.get(itemId);
      if (values === undefined) continue;
      const own: Record<string, number> = {};
      for (const [name, { value }] of stats) {
        const since = later.get(`${itemId} ${name}`) ?? 0;
        own[name] = (values.stats[name] ?? 0) - since;
        later.set(`${itemId} ${name}`, since + value);
      }
      share.set(itemId, { stats: own, records: [] });
    }
    return { written: share, broken: new Map() };
  });
  return shares.toReversed();
}
