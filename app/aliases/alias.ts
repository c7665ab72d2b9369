import * as z from 'zod/mini';

/** How many ids one look-up takes (specification §9). */
export const MAX_LOOKUP = 100;
/** Bytes of the body of a call about one name. */
export const MAX_BODY = 8192;
export const DEFAULT_CONTEXT = 'rumpus';

/** After a change its owner keeps a name for so many days. */
export const COOLDOWN_DAYS = 14;
/** A name that was given up stays its owner's for so many days: nobody else can take it. */
export const HELD_DAYS = 90;
/** So many reports hide a name until a moderator has looked. */
export const REPORTS_TO_HIDE = 3;

export const AliasContext = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,31}$/, 'lowercase letters, digits and hyphens'));

/** The user of a path: an id, or @me. */
export const AliasUser = z.string().check(z.regex(/^(?:@me|[A-Za-z0-9]{1,32})$/, 'the id of a user, or @me'));

/** Someone's name in a context; an unknown or deleted user has none and is anonymous. */
export const Alias = z.object({
  userId: z.string(),
  alias: z.optional(z.string()),
  /** With `-safe` at its end where the safe name stands in for the chosen one. */
  context: z.string(),
  anonymous: z.optional(z.boolean()),
  /** For staff: how many people have reported the name, and whether a moderator said that it is fine whatever they say. */
  reports: z.optional(z.number()),
  whitelisted: z.optional(z.boolean()),
});
export type Alias = z.output<typeof Alias>;

/** Everyone sees an approved name; others are seen by their owner and by staff. */
export const AliasState = z.enum(['approved', 'pending', 'denied']);
export type AliasState = z.output<typeof AliasState>;

/** A name that somebody had before. */
export const FormerAlias = z.object({
  alias: z.string(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  endedBy: z.enum(['owner', 'staff', 'system']),
});
export type FormerAlias = z.output<typeof FormerAlias>;

/** Somebody's own name and what may be done with it. */
export const OwnAlias = z.object({
  userId: z.string(),
  context: z.string(),
  /** Null for who has no name there yet. */
  alias: z.nullable(z.string()),
  /** What others see while the name is not approved. */
  safeAlias: z.nullable(z.string()),
  state: z.nullable(AliasState),
  /** Why a moderator denied or replaced the name, in their words. */
  reason: z.nullable(z.string()),
  since: z.nullable(z.iso.datetime()),
  /** When the name may be changed again; null for at once. */
  changeableAt: z.nullable(z.iso.datetime()),
  /** The names before it, the latest first. */
  history: z.array(FormerAlias),
});
export type OwnAlias = z.output<typeof OwnAlias>;

/** What moderators should look at: whose names look like this one, or which scripts it mixes or seldom come. */
export const AliasFlag = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lookalike'), userIds: z.array(z.string()) }),
  z.object({ kind: z.literal('mixedScripts'), scripts: z.array(z.string()) }),
  z.object({ kind: z.literal('rareScript') }),
]);
export type AliasFlag = z.output<typeof AliasFlag>;

export const SAFE = '-safe';

/** The context of the names that are typed, of one or of its safe variant. */
export function baseContext(context: string): string {
  return context.endsWith(SAFE) ? context.slice(0, -SAFE.length) : context;
}
