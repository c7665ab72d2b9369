import * as z from 'zod/mini';

import { plainText } from '../item.ts';
import { Policy } from './policy.ts';

export const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
export const CrateId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'lowercase letters, digits and hyphens'));

const CrateName = plainText(128);
const MaxBytes = z.number().check(z.int(), z.minimum(0), z.maximum(1024 * 1024 * 1024));

export const NewCrate = z.object({
  crateId: CrateId,
  name: z.optional(CrateName),
  policy: z.optional(Policy),
  maxBytes: z.optional(MaxBytes),
});
export type NewCrate = z.output<typeof NewCrate>;

export const CrateChange = z.object({
  name: z.optional(CrateName),
  policy: z.optional(Policy),
  maxBytes: z.optional(MaxBytes),
});
export type CrateChange = z.output<typeof CrateChange>;

/** Without a rule for an action it is open to admins alone. */
export const Crate = z.object({
  crateId: z.string(),
  name: z.string(),
  policy: Policy,
  maxBytes: z.number(),
  etag: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Crate = z.output<typeof Crate>;
