import * as z from 'zod/mini';

import type { ProblemKind } from '#lib/problem.ts';

import { PERMISSION_IDS } from './permissions.ts';
import { missingKey } from './problems.ts';

export const MAX_KEYS = 20;
export const MAX_NAME_LENGTH = 64;
export const LIFETIMES = [30, 90, 365] as const;
export const DEFAULT_LIFETIME = 90;

export const KEY_HEADER = 'Rumpus-Delegation-Key';

export const NEW_KEY = 'new-key';

export const PERMISSION_FIELD = 'may.';

const Name = z.pipe(z.string(), z.transform(tidyKeyName)).check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH));

/** `days` is null for a key that is valid until it is revoked. */
export const NewKey = z.object({
  name: Name,
  permissions: z.array(z.enum(PERMISSION_IDS)).check(z.minLength(1), z.maxLength(PERMISSION_IDS.length)),
  days: z.nullable(z.literal([...LIFETIMES])),
});
export type NewKey = z.output<typeof NewKey>;

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

/** The key itself is not stored. */
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

/** Shown this once. */
export const CreatedKey = z.extend(ListedKey, { key: z.string() });
export type CreatedKey = z.output<typeof CreatedKey>;

/** In UTF-16 units, before it is normalized: a long run of combining marks takes a second. */
const MAX_TYPED = 1024;

/** One line without invisible characters. */
export function tidyKeyName(name: string): string {
  return name
    .slice(0, MAX_TYPED)
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
}

/** Told where it is asked: the docs of a call have the sentence that it answers with. */
export function missingKeyFor(permission: string): ProblemKind {
  const message = missingKey.message.replace('{permission}', permission).replace('{header}', KEY_HEADER);
  return { ...missingKey, message };
}
