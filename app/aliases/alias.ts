import * as z from 'zod/mini';

/** Ids in one lookup (specification §9). */
export const MAX_LOOKUP = 100;
/** Bytes of the body of a call about one name. */
export const MAX_BODY = 8192;
export const DEFAULT_CONTEXT = 'rumpus';

/** Days before the owner may change a name again. */
export const COOLDOWN_DAYS = 14;
/** Minutes in which the owner may take a change back. */
export const UNDO_MINUTES = 10;
/** Days in which nobody else can claim a former name. */
export const HELD_DAYS = 90;
/** Reports that hide a name until a moderator decides. */
export const REPORTS_TO_HIDE = 3;

export const AliasContext = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,31}$/, 'lowercase letters, digits and hyphens'));

export const AliasUser = z.string().check(z.regex(/^(?:@me|[A-Za-z0-9]{1,32})$/, 'the id of a user, or @me'));

/** Of the page about somebody, by the name that everyone sees. */
export function profilePath(alias: string): string {
  return `/players/${encodeURIComponent(alias)}`;
}

/** Whether an id is that of a deleted player, which was made for what they have left behind. */
export function isStandIn(userId: string): boolean {
  return /^deleted[0-9a-f]{12}$/.test(userId);
}

/** Someone's name in a context; an unknown user has none, and a deleted one that of all who are: both are anonymous. */
export const Alias = z.object({
  userId: z.string(),
  alias: z.optional(z.string()),
  /** Ends with `-safe` where the safe name replaces the chosen one. */
  context: z.string(),
  anonymous: z.optional(z.boolean()),
  /** For staff only; a moderator whitelists a name whatever is reported. */
  reports: z.optional(z.number()),
  whitelisted: z.optional(z.boolean()),
});
export type Alias = z.output<typeof Alias>;

/** Everyone sees an approved name; only its owner and staff see another. */
export const AliasState = z.enum(['approved', 'pending', 'denied']);
export type AliasState = z.output<typeof AliasState>;

export const FormerAlias = z.object({
  alias: z.string(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  endedBy: z.enum(['owner', 'staff', 'system']),
});
export type FormerAlias = z.output<typeof FormerAlias>;

export const OwnAlias = z.object({
  userId: z.string(),
  context: z.string(),
  /** Null while the user has no name there. */
  alias: z.nullable(z.string()),
  /** What others see while the name is not approved. */
  safeAlias: z.nullable(z.string()),
  state: z.nullable(AliasState),
  /** Why a moderator denied or replaced the name. */
  reason: z.nullable(z.string()),
  since: z.nullable(z.iso.datetime()),
  /** Null for at once. */
  changeableAt: z.nullable(z.iso.datetime()),
  /** The latest first. */
  history: z.array(FormerAlias),
});
export type OwnAlias = z.output<typeof OwnAlias>;

/** The name before a change that its owner may still take back. */
export interface UndoableAlias {
  readonly alias: string;
  readonly until: string;
}

export const AliasFlag = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lookalike'), userIds: z.array(z.string()) }),
  z.object({ kind: z.literal('mixedScripts'), scripts: z.array(z.string()) }),
  z.object({ kind: z.literal('rareScript') }),
  /** Words as the lists of those locales have them. */
  z.object({ kind: z.literal('rude'), words: z.array(z.object({ word: z.string(), locale: z.string() })) }),
]);
export type AliasFlag = z.output<typeof AliasFlag>;

export const SAFE = '-safe';

/** Without the suffix of the safe variant. */
export function baseContext(context: string): string {
  return context.endsWith(SAFE) ? context.slice(0, -SAFE.length) : context;
}

export const SUGGEST = 'suggest-alias';
