import type { StatsUpdate } from './stats.ts';

interface StatChange {
  readonly sets: boolean;
  readonly value: number;
  /** Of several additions: the lowest and the highest sum on the way, and the largest single addition. */
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

interface Submission {
  readonly name: string;
  readonly userId: string;
  readonly value: number;
}

export interface ItemUpdate {
  readonly itemId: string;
  readonly stats: ReadonlyMap<string, StatChange>;
  readonly records: readonly Submission[];
}

export interface StatRow {
  readonly itemId: string;
  readonly name: string;
  readonly change: StatChange;
}

export type ItemEntry = StatsUpdate & { itemId: string };

/** Rules see the entries of an item as one change. @param holder of records whose entry names nobody */
export function mergeEntries(
  entries: readonly ItemEntry[],
  holder: string,
  isLeast: (record: string) => boolean,
): ItemUpdate[] {
  const merged = new Map<string, { stats: Map<string, StatChange>; records: Map<string, Submission> }>();
  for (const { itemId, changeStats = {}, setStats = {}, submitRecords = {} } of entries) {
    const { stats, records } = merged.get(itemId) ?? { stats: new Map(), records: new Map() };
    merged.set(itemId, { stats, records });
    for (const [name, value] of Object.entries(setStats)) stats.set(name, toChange(true, value));
    for (const [name, value] of Object.entries(changeStats)) {
      const before = stats.get(name);
      stats.set(name, toChange(before?.sets ?? false, (before?.value ?? 0) + value));
    }
    for (const [name, submitted] of Object.entries(submitRecords)) {
      const { userId, value } = toRecordSubmission(submitted, holder);
      const earlier = records.get(`${name} ${userId}`)?.value ?? value;
      const best = isLeast(name) ? Math.min(earlier, value) : Math.max(earlier, value);
      records.set(`${name} ${userId}`, { name, userId, value: best });
    }
  }
  return [...merged].map(([itemId, { stats, records }]) => ({ itemId, stats, records: [...records.values()] }));
}

export function sumUpdates(updates: readonly ItemUpdate[]): ItemUpdate[] {
  const sums = new Map<string, Map<string, StatChange>>();
  for (const { itemId, stats } of updates) {
    const sum = sums.get(itemId);
    if (sum === undefined) sums.set(itemId, new Map(stats));
    else for (const [name, change] of stats) sum.set(name, after(sum.get(name), change));
  }
  return [...sums].map(([itemId, stats]) => ({ itemId, stats, records: [] }));
}

export function toRecordSubmission(
  submitted: number | { value: number; userId: string },
  holder: string,
): { value: number; userId: string } {
  return typeof submitted === 'number' ? { value: submitted, userId: holder } : submitted;
}

function toChange(sets: boolean, value: number): StatChange {
  return { sets, value, low: value, high: value, step: Math.abs(value) };
}

function after(before: StatChange | undefined, change: StatChange): StatChange {
  if (before === undefined) return change;
  return {
    sets: false,
    value: before.value + change.value,
    low: Math.min(before.low, before.value + change.low),
    high: Math.max(before.high, before.value + change.high),
    step: Math.max(before.step, change.step),
  };
}
