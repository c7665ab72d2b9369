import type { StatsUpdate } from './stats.ts';

export type ItemUpdate = StatsUpdate & { itemId: string };

/**
 * One update per item, with the effect of all of them in their order: additions sum up, a setting forgets what came
 * before it and takes what comes after. Of several submissions of one record the statement keeps the best anyway, but
 * it may name each row only once.
 */
export function mergeUpdates(
  updates: readonly ItemUpdate[],
  isLeast: (record: string) => boolean = () => false,
): ItemUpdate[] {
  const merged = new Map<string, ItemUpdate>();
  for (const update of updates) {
    const target = merged.get(update.itemId);
    if (target === undefined) merged.set(update.itemId, copyOf(update));
    else mergeInto(target, update, isLeast);
  }
  return [...merged.values()];
}

function copyOf({ itemId, changeStats, setStats, submitRecords }: ItemUpdate): ItemUpdate {
  return { itemId, changeStats: { ...changeStats }, setStats: { ...setStats }, submitRecords: { ...submitRecords } };
}

function mergeInto(target: ItemUpdate, update: ItemUpdate, isLeast: (record: string) => boolean): void {
  const { changeStats = {}, setStats = {}, submitRecords = {} } = target;
  for (const [name, value] of Object.entries(update.setStats ?? {})) {
    delete changeStats[name];
    setStats[name] = value;
  }
  for (const [name, value] of Object.entries(update.changeStats ?? {})) {
    const sum = Object.hasOwn(setStats, name) ? setStats : changeStats;
    sum[name] = (ownOf(sum, name) ?? 0) + value;
  }
  for (const [name, value] of Object.entries(update.submitRecords ?? {})) {
    const earlier = ownOf(submitRecords, name) ?? value;
    submitRecords[name] = isLeast(name) ? Math.min(earlier, value) : Math.max(earlier, value);
  }
}

/** A stat may be called `constructor`, which every object seems to have. */
function ownOf(numbers: Record<string, number>, name: string): number | undefined {
  return Object.hasOwn(numbers, name) ? numbers[name] : undefined;
}
