import * as z from 'zod/mini';

import { RecordHolder, UserId } from '../item.ts';

export const MAX_BATCH = 100;
/** Every answer with the item lists them all. */
export const MAX_STATS = 256;
export const MAX_RECORDS = 64;
const MAX_NAMES = 64;
const FEW = `at most ${MAX_NAMES} names`;
const EITHER = { message: 'no stat that changeStats has too', path: ['setStats'] };

export const StatName = z
  .string()
  .check(z.regex(/^[A-Za-z][\w.-]{0,63}$/, 'a letter, then up to 63 letters, digits, _, . or -'));
const Numbers = z.record(StatName, z.number()).check(z.refine(hasFew, FEW));
/** A plain number is the caller's own; an app key may submit for a user. */
const Submitted = z.union(
  [z.number(), z.object({ value: z.number(), userId: UserId })],
  'a number, or an object with value, a number, and userId',
);
const Submissions = z.record(StatName, Submitted).check(z.refine(hasFew, FEW));

/** A stat may stand in only one of the first two. */
const changes = {
  changeStats: z.optional(Numbers),
  setStats: z.optional(Numbers),
  submitRecords: z.optional(Submissions),
};

export const StatsUpdate = z.object(changes).check(z.refine(setsOrChanges, EITHER));
export type StatsUpdate = z.output<typeof StatsUpdate>;

export const BatchEntry = z
  .object({ itemId: z.optional(z.string()), name: z.optional(z.string()), ...changes })
  .check(z.refine(setsOrChanges, EITHER));
export type BatchEntry = z.output<typeof BatchEntry>;

export const ItemStats = z.object({
  itemId: z.string(),
  stats: z.record(z.string(), z.number()),
  records: z.record(z.string(), RecordHolder),
});
export type ItemStats = z.output<typeof ItemStats>;

function hasFew(named: object): boolean {
  return Object.keys(named).length <= MAX_NAMES;
}

function setsOrChanges({ changeStats = {}, setStats = {} }: { changeStats?: object; setStats?: object }): boolean {
  return Object.keys(setStats).every((name) => !Object.hasOwn(changeStats, name));
}

/** Specification §5. */
export function updatesSomething({ changeStats, setStats, submitRecords }: StatsUpdate): boolean {
  return [changeStats, setStats, submitRecords].some((part) => part !== undefined && Object.keys(part).length > 0);
}
