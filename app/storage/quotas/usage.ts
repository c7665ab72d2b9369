import * as z from 'zod/mini';

/** From this part of a quota on its holder is warned. */
export const WARN_FROM = 0.8;

const Count = z.number().check(z.int());
/** What is used of one thing; without a quota there is no end to it. */
const Used = z.object({ used: Count, quota: z.nullable(Count), left: z.nullable(Count) });

const Holding = z.object({
  /** Of the bodies of items, versions and trash. */
  bytes: Used,
  items: Used,
  versions: Used,
  /** Whether four fifths of any of them are used. */
  warn: z.boolean(),
});
export type Holding = z.output<typeof Holding>;

/** What a user holds in a crate and, for admins, what is in it altogether; null where the crate sets no such quota. */
export const CrateUsage = z.object({
  userId: z.string(),
  user: z.nullable(Holding),
  crate: z.optional(z.nullable(Holding)),
});
export type CrateUsage = z.output<typeof CrateUsage>;
