import * as z from 'zod/mini';

import { PERMISSION_IDS } from './permissions.ts';

/** Valid keys of one account. */
export const MAX_KEYS = 20;
export const MAX_NAME_LENGTH = 64;
/** Days that a new key may be valid. */
export const LIFETIMES = [30, 90, 365] as const;
export const DEFAULT_LIFETIME = 90;

/** The header that carries a key. */
export const KEY_HEADER = 'Rumpus-Delegation-Key';

/** Prefix of the form fields that grant a permission, before its id. */
export const PERMISSION_FIELD = 'may.';

const Name = z.pipe(z.string(), z.transform(tidyKeyName)).check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH));

/** `days` is null for a key that is valid until it is revoked. */
export const NewKey = z.object({
  name: Name,
  permissions: z.array(z.enum(PERMISSION_IDS)).check(z.minLength(1), z.maxLength(PERMISSION_IDS.length)),
  days: z.nullable(z.literal([...LIFETIMES])),
});
export type NewKey = z.output<typeof NewKey>;

/** A key as its own bearer sees it. */
export const OwnKey = z.object({
  passId: z.string(),
  /** The same, for existing clients. */
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  expiresAt: z.nullable(z.iso.datetime()),
});
export type OwnKey = z.output<typeof OwnKey>;

/** A key as its owner sees it; the key itself is not stored. */
export const ListedKey = z.object({
  passId: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  lastUsedAt: z.nullable(z.iso.datetime()),
  hasExpired: z.boolean(),
});
export type ListedKey = z.output<typeof ListedKey>;

/** A new key, shown this once. */
export const CreatedKey = z.extend(ListedKey, { key: z.string() });
export type CreatedKey = z.output<typeof CreatedKey>;

/** One line without invisible characters. */
export function tidyKeyName(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
}
