import * as z from 'zod/mini';

/** The part of a quota from which on its holder is warned. */
export const WARNING_SHARE = 0.8;

const Count = z.number().check(z.int());
export const Used = z.object({ used: Count, quota: z.nullable(Count), left: z.nullable(Count) });

export const Holding = z.object({
  /** Of the bodies of items, versions and trash. */
  bytes: Used,
  items: Used,
  versions: Used,
  warn: z.boolean(),
});
export type Holding = z.output<typeof Holding>;

/** `crate` is for admins alone; null where the crate sets no such quota. */
export const CrateUsage = z.object({
  userId: z.string(),
  user: z.nullable(Holding),
  crate: z.optional(z.nullable(Holding)),
});
export type CrateUsage = z.output<typeof CrateUsage>;
