import * as z from 'zod/mini';

import { AppId } from '#app/apps/app-key.ts';
import type { TextKey } from '#app/current/locale.ts';

export const MAX_PERKS = 1000;
export const MAX_NAME = 80;
export const MAX_ABOUT = 500;
const MAX_PER_PERSON = 100;
export const MAX_COUNT = 1_000_000_000;
export const MAX_CODES = 10_000;
export const MAX_KEYS = 2000;
export const MAX_KEY = 200;
/** As a browser writes them, with the rest of the form. */
export const MAX_KEYS_FORM_BYTES = 2 * 1024 * 1024;
export const MAX_PEOPLE = 500;
export const MAX_REASON = 500;
export const MAX_BODY = 10_000;

export const PERK_KINDS = {
  entitlement: 'perks.kind.entitlement',
  key: 'perks.kind.key',
  item: 'perks.kind.item',
  badge: 'perks.kind.badge',
} as const satisfies Record<string, TextKey>;
export type PerkKind = keyof typeof PERK_KINDS;

export const PERK_WAYS = {
  code: 'perks.way.code',
  staff: 'perks.way.staff',
  rule: 'perks.way.rule',
  purchase: 'perks.way.purchase',
  message: 'perks.way.message',
} as const satisfies Record<string, TextKey>;
export type PerkWay = keyof typeof PERK_WAYS;

export const BADGES = ['duck', 'rocket', 'crown', 'bug', 'heart', 'star'] as const;
export type BadgeName = (typeof BADGES)[number];

export const BADGE_NAMES = {
  duck: 'perks.badge.duck',
  rocket: 'perks.badge.rocket',
  crown: 'perks.badge.crown',
  bug: 'perks.badge.bug',
  heart: 'perks.badge.heart',
  star: 'perks.badge.star',
} as const satisfies Record<BadgeName, TextKey>;

export const PerkId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,47}$/));

const Line = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME), z.regex(/^\P{C}+$/u));
const Tags = z.array(z.string().check(z.minLength(1), z.maxLength(128))).check(z.maxLength(32));

/** What there is to a perk beside its name, by its kind. */
export const PerkDetails = z.object({
  store: z.optional(Line),
  badge: z.optional(z.enum(BADGES)),
  crateId: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/))),
  tags: z.optional(Tags),
  /** Of the item: a JSON object. */
  body: z.optional(z.string().check(z.maxLength(MAX_BODY))),
});
export type PerkDetails = z.output<typeof PerkDetails>;

const Time = z.nullable(z.iso.datetime());

/** What staff may change of one. */
export const PerkFields = z.object({
  name: Line,
  about: z.string().check(z.trim(), z.maxLength(MAX_ABOUT)),
  appId: z.nullable(AppId),
  details: PerkDetails,
  perPerson: z.int().check(z.minimum(1), z.maximum(MAX_PER_PERSON)),
  most: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_COUNT))),
  startsAt: Time,
  endsAt: Time,
  lowAt: z.int().check(z.minimum(0), z.maximum(MAX_COUNT)),
});
export type PerkFields = z.output<typeof PerkFields>;

export const NewPerk = z.extend(PerkFields, {
  perkId: PerkId,
  kind: z.enum(Object.keys(PERK_KINDS) as [PerkKind, ...PerkKind[]]),
});
export type NewPerk = z.output<typeof NewPerk>;

export interface Perk extends NewPerk {
  /** For ever, and without those that were taken back. */
  readonly given: number;
  readonly held: number;
  /** Keys that nobody has. */
  readonly stock: number;
  readonly isLow: boolean;
  readonly isArchived: boolean;
  readonly rev: number;
  readonly createdBy: string;
  readonly createdAt: string;
}

export const PERK_LISTS = { open: 'admin.perks.open', archived: 'admin.perks.archived' } as const satisfies Record<
  string,
  TextKey
>;
export type PerkList = keyof typeof PERK_LISTS;

/** One that somebody has, as they see it. */
export interface OwnPerk {
  readonly grantId: string;
  readonly kind: PerkKind;
  readonly name: string;
  readonly about: string;
  readonly badge: BadgeName | null;
  readonly store: string | null;
  /** Of a store; null while staff look around as somebody else. */
  readonly key: string | null;
  readonly grantedAt: string;
  readonly revokedAt: string | null;
  /** Of staff; null of a refund that a game has told. */
  readonly revokeReason: string | null;
}

/** What a game is told of a perk of a player: how many of it they have. */
export const HeldPerk = z.object({
  perkId: z.string(),
  kind: z.enum(Object.keys(PERK_KINDS) as [PerkKind, ...PerkKind[]]),
  name: z.string(),
  count: z.number(),
  since: z.iso.datetime(),
});
export type HeldPerk = z.output<typeof HeldPerk>;

/** Of a purchase by the game's own id of it. */
export const Purchase = z.object({
  purchaseId: z.string(),
  perkId: z.string(),
  userId: z.string(),
  boughtAt: z.iso.datetime(),
  refundedAt: z.nullable(z.iso.datetime()),
});
export type Purchase = z.output<typeof Purchase>;

/** One that somebody was given, as staff see it. */
export interface PerkGrant {
  readonly grantId: string;
  readonly userId: string;
  readonly way: PerkWay;
  readonly origin: string | null;
  readonly grantedAt: string;
  readonly grantedBy: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
  readonly revokeReason: string | null;
}

export const HOLDER_LISTS = {
  all: 'admin.perks.holdersAll',
  revoked: 'admin.perks.holdersRevoked',
} as const satisfies Record<string, TextKey>;
export type HolderList = keyof typeof HOLDER_LISTS;

export interface CodeBatch {
  readonly batchId: string;
  readonly name: string;
  readonly codes: number;
  readonly maxUses: number;
  readonly uses: number;
  readonly voided: number;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
}

export interface PerkCode {
  readonly codeKey: string;
  readonly code: string;
  readonly uses: number;
  readonly maxUses: number;
  readonly isVoided: boolean;
}

export const PERK_KEY_STATES = {
  free: 'admin.perks.keyFree',
  given: 'admin.perks.keyGiven',
  quarantined: 'admin.perks.keyQuarantined',
  spent: 'admin.perks.keySpent',
} as const satisfies Record<string, TextKey>;
export type PerkKeyState = keyof typeof PERK_KEY_STATES;

/** A key of a store, without itself. */
export interface PerkKey {
  readonly keyId: string;
  readonly state: PerkKeyState;
  readonly userId: string | null;
  readonly addedAt: string;
  readonly stateAt: string;
}

export interface PerkRule {
  readonly ruleId: string;
  readonly rule: string;
  readonly about: string;
  readonly before: string;
  /** One waits until its day, and until its perk begins. */
  readonly state: 'waiting' | 'running' | 'done' | 'stopped';
  readonly given: number;
  /** The code of why nobody got more; null when somebody stopped it. */
  readonly refusal: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
}
