import * as z from 'zod/mini';

/** The header by which a game's server says who it is. No browser may send it from elsewhere. */
export const APP_KEY_HEADER = 'Rumpus-App-Key';
export const MAX_SCOPES = 64;
/** How long the old key may go on beside the new one. */
export const MAX_OVERLAP_HOURS = 720;
const MAX_DAYS = 3660;

export const APP_RIGHTS = ['read', 'write', 'stats', 'records'] as const;
export type AppRight = (typeof APP_RIGHTS)[number];

/** An app, by its short name. */
export const AppId = z.string('lowercase letters, digits and hyphens').check(z.regex(/^[a-z][a-z0-9-]{0,31}$/));
const CrateId = z.string().check(z.regex(/^(?:\*|[a-z0-9][a-z0-9-]{0,63})$/));

/** What a key may do in a crate, or in every one by `*`. It adds nothing to the crate's policy, which has its own word. */
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
  /** For how many days it works; null for a key that lasts until it is revoked. */
  days: z.nullable(Days),
});
export type NewAppKey = z.output<typeof NewAppKey>;

/** How many hours the old key goes on. */
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
  /** Null for one that the site itself made. */
  createdBy: z.nullable(z.string()),
  expiresAt: Time,
  lastUsedAt: Time,
  /** The key that came in its place. */
  replacedBy: z.nullable(z.string()),
  hasExpired: z.boolean(),
});
export type ListedAppKey = z.output<typeof ListedAppKey>;

/** A new key, told this once. */
export const CreatedAppKey = z.extend(ListedAppKey, { key: z.string() });
export type CreatedAppKey = z.output<typeof CreatedAppKey>;

/** What a server may have where a tool of a player needs a permission: some of these rights. Who writes may also read. */
const NEEDED: Readonly<Record<string, readonly AppRight[]>> = {
  'rumpus-items-read': ['read', 'write'],
  'rumpus-items-write': ['write'],
  'rumpus-stats-write': ['stats', 'records'],
};

export function neededRights(permission: string): readonly AppRight[] {
  return NEEDED[permission] ?? [];
}
