import * as z from 'zod/mini';

/** Authenticates a game's server. No browser may send it from another origin. */
export const APP_KEY_HEADER = 'Rumpus-App-Key';
const MAX_SCOPES = 64;
/** How long the old key may work beside the new one. */
const MAX_OVERLAP_HOURS = 720;
const MAX_DAYS = 3660;

const APP_RIGHTS = ['read', 'write', 'stats', 'records'] as const;
type AppRight = (typeof APP_RIGHTS)[number];

export const AppId = z.string('lowercase letters, digits and hyphens').check(z.regex(/^[a-z][a-z0-9-]{0,31}$/));
const CrateId = z.string().check(z.regex(/^(?:\*|[a-z0-9][a-z0-9-]{0,63})$/));

/** A crate, or every one by `*`. The crate's policy must allow it too. */
export const Scope = z.object({
  crateId: CrateId,
  may: z.array(z.enum(APP_RIGHTS)).check(z.minLength(1), z.maxLength(APP_RIGHTS.length)),
});
export type Scope = z.output<typeof Scope>;

const Days = z.number().check(z.int(), z.minimum(1), z.maximum(MAX_DAYS));

export const NewAppKey = z.object({
  appId: AppId,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  scopes: z.array(Scope).check(z.minLength(1), z.maxLength(MAX_SCOPES)),
  /** Null for a key that is valid until it is revoked. */
  days: z.nullable(Days),
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
  scopes: z.array(Scope),
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
