import * as z from 'zod/mini';

import { AskedApproval } from '#app/approvals/approval.ts';

/** Authenticates a game's server, or a page of an origin that its app lists. */
export const APP_KEY_HEADER = 'Rumpus-App-Key';
/** Scanners of published files recognise keys by it. */
export const APP_KEY_PREFIX = 'rumpus_app_';
const MAX_SCOPES = 64;
/** How long the old key may work beside the new one. */
const MAX_OVERLAP_HOURS = 720;
const MAX_DAYS = 3660;
/** Of the site's own limit of plain reads, below which that of a key is. */
const MAX_CALLS_PER_MINUTE = 1200;

export const APP_RIGHTS = ['read', 'write', 'stats', 'records'] as const;
export type AppRight = (typeof APP_RIGHTS)[number];

export const AppId = z.string('lowercase letters, digits and hyphens').check(z.regex(/^[a-z][a-z0-9-]{0,31}$/));
const CrateId = z.string().check(z.regex(/^(?:\*|[a-z0-9][a-z0-9-]{0,63})$/));

/** A crate, or every one by `*`. The crate's policy must allow it too. */
export const Scope = z.object({
  crateId: CrateId,
  may: z.array(z.enum(APP_RIGHTS)).check(z.minLength(1), z.maxLength(APP_RIGHTS.length)),
});
export type Scope = z.output<typeof Scope>;

const Days = z.number().check(z.int(), z.minimum(1), z.maximum(MAX_DAYS));

export const MAX_NAME = 64;
/** One line without invisible characters. */
export const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME), z.regex(/^\P{C}+$/u));

/** Null where only the limits of the site hold. */
export const CallsPerMinute = z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_CALLS_PER_MINUTE)));

export const NewAppKey = z.object({
  appId: AppId,
  name: Name,
  scopes: z.array(Scope).check(z.minLength(1), z.maxLength(MAX_SCOPES)),
  /** Null for a key that is valid until it is revoked. */
  days: z.nullable(Days),
  callsPerMinute: z._default(CallsPerMinute, null),
});
export type NewAppKey = z.output<typeof NewAppKey>;

export const Rotation = z.object({
  overlapHours: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_OVERLAP_HOURS)), 24),
});
export type Rotation = z.output<typeof Rotation>;

const Time = z.nullable(z.iso.datetime());

export const ListedAppKey = z.object({
  keyId: z.string(),
  appId: z.string(),
  name: z.string(),
  /** Its first letters; null of keys that are older than this. */
  start: z.nullable(z.string()),
  scopes: z.array(Scope),
  callsPerMinute: CallsPerMinute,
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  expiresAt: Time,
  lastUsedAt: Time,
  replacedBy: z.nullable(z.string()),
  hasExpired: z.boolean(),
});
export type ListedAppKey = z.output<typeof ListedAppKey>;

/** Shown this once. */
export const CreatedAppKey = z.extend(ListedAppKey, { key: z.string() });
export type CreatedAppKey = z.output<typeof CreatedAppKey>;

/** Shown this once; it works when a second person has confirmed it, and never without. */
export const AskedAppKey = z.extend(AskedApproval, { name: z.string(), key: z.string() });
export type AskedAppKey = z.output<typeof AskedAppKey>;

/** Named crates of a key that is not wide. */
const MAX_NARROW_SCOPES = 8;

/** Whether a key is for every crate, or for so many that it might as well be. */
export function isWide(scopes: readonly Scope[]): boolean {
  return scopes.length > MAX_NARROW_SCOPES || scopes.some(({ crateId }) => crateId === '*');
}

/** The rights that stand for a permission of a user's tool. Who writes may also read. */
const RIGHTS_BY_PERMISSION: Readonly<Record<string, readonly AppRight[]>> = {
  'rumpus-items-read': ['read', 'write'],
  'rumpus-items-write': ['write'],
  'rumpus-sets-read': ['read', 'write'],
  'rumpus-sets-write': ['write'],
  'rumpus-stats-write': ['stats', 'records'],
};

interface KeyedCall {
  readonly byKey?: string | true;
  readonly byApp?: string;
}

/** The crate that a call is about, and the rights of which a key needs one; nothing lets it act in any other call. */
export function neededScope({ byKey, byApp }: KeyedCall, crateId: string | undefined): AppScope {
  const [ownCrate, right] = byApp?.split(':') ?? [];
  if (ownCrate !== undefined) return { crateId: ownCrate, rights: APP_RIGHTS.filter((one) => one === right) };
  return { crateId, rights: (typeof byKey === 'string' && RIGHTS_BY_PERMISSION[byKey]) || [] };
}

interface AppScope {
  readonly crateId: string | undefined;
  readonly rights: readonly AppRight[];
}
