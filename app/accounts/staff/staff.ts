import * as z from 'zod/mini';

import { pageLimit } from '#lib/calls/page.ts';

import { UserType } from '../account.ts';

export const Reason = z
  .string()
  .check(z.trim(), z.minLength(3, 'at least 3 characters'), z.maxLength(500, 'at most 500 characters'));

export const MAX_NOTE = 2000;

export const NoteText = z
  .string()
  .check(z.trim(), z.minLength(1, 'some text'), z.maxLength(MAX_NOTE, `at most ${MAX_NOTE} characters`));

/** A ban without an end lasts until it is lifted. */
export const NewBan = z.object({ reason: Reason, until: z._default(z.nullable(z.iso.datetime('a moment')), null) });
export type NewBan = z.output<typeof NewBan>;

export const RoleChange = z.object({ role: UserType, reason: Reason });
export type RoleChange = z.output<typeof RoleChange>;

export const Ban = z.object({
  at: z.iso.datetime(),
  until: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
  isOn: z.boolean(),
});
export type Ban = z.output<typeof Ban>;

const LISTS = ['newest', 'team', 'banned'] as const;
export type AccountList = (typeof LISTS)[number];

export const AccountsQuery = z.object({
  /** A whole address, or a prefix of a lookup code, of an alias or, for admins, of an address. */
  text: z._default(z.string().check(z.maxLength(254, 'at most 254 characters')), ''),
  list: z._default(z.enum(LISTS, `one of ${LISTS.join(', ')}`), 'newest'),
  limit: pageLimit(100, 25),
  after: z.optional(z.string().check(z.maxLength(64, 'at most 64 characters'))),
});
export type AccountsQuery = z.output<typeof AccountsQuery>;

/** `isClaim` for an unverified address or a former alias. */
export const Match = z.object({
  by: z.enum(['lookupCode', 'alias', 'email']),
  text: z.string(),
  isClaim: z.boolean(),
});
export type Match = z.output<typeof Match>;

export const FoundAccount = z.object({
  userId: z.string(),
  alias: z.nullable(z.string()),
  role: UserType,
  createdAt: z.iso.datetime(),
  ban: z.nullable(Ban),
  match: z.nullable(Match),
});
export type FoundAccount = z.output<typeof FoundAccount>;

export const StaffNote = z.object({ noteId: z.string(), at: z.iso.datetime(), authorId: z.string(), text: z.string() });
export type StaffNote = z.output<typeof StaffNote>;

/** Addresses are whole for admins only, also as the name of a connection. */
export const StaffAccount = z.object({
  userId: z.string(),
  alias: z.nullable(z.string()),
  role: UserType,
  createdAt: z.iso.datetime(),
  locale: z.nullable(z.string()),
  ban: z.nullable(Ban),
  /** Since when nobody gets in but by a mail, after an undo of a change of its addresses. */
  frozenAt: z.nullable(z.iso.datetime()),
  mayAct: z.boolean(),
  emails: z.array(
    z.object({
      address: z.string(),
      isVerified: z.boolean(),
      isPrimary: z.boolean(),
      addedAt: z.iso.datetime(),
    }),
  ),
  connections: z.array(z.object({ platform: z.string(), name: z.nullable(z.string()), linkedAt: z.iso.datetime() })),
  passkeys: z.number(),
  /** Empty unless the actor may act on it; the last used first. */
  sessions: z.array(
    z.object({
      loginId: z.string(),
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
    }),
  ),
  notes: z.array(StaffNote),
});
export type StaffAccount = z.output<typeof StaffAccount>;
