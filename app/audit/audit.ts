import * as z from 'zod/mini';

import { calendarDay } from '#lib/calls/day.ts';
import { pageLimit } from '#lib/calls/page.ts';

export const AuditEntry = z.object({
  auditId: z.number(),
  at: z.iso.datetime(),
  /** The real user behind a masquerade; null for the site itself. */
  userId: z.nullable(z.string()),
  /** The role of the account, and the lower one of the masquerade. */
  role: z.string(),
  masquerade: z.nullable(z.string()),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  requestId: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const Text = z.optional(z.string().check(z.maxLength(256, 'at most 256 characters')));
const afterText = 'the auditId of an entry';

const MASQUERADES = ['any', 'authenticated', 'staff', 'admin'] as const;
const Day = z.optional(calendarDay('a day such as 2026-11-28'));

const FILTERS = {
  target: Text,
  userId: Text,
  /** One, or the word before the dot for all of a thing. */
  action: Text,
  /** `masquerade` is that of whoever asks. */
  seenAs: z.optional(z.enum(MASQUERADES, `one of ${MASQUERADES.join(', ')}`)),
  /** Words of it. */
  reason: Text,
  since: Day,
  until: Day,
};

export const AuditFilters = z.object(FILTERS);
export type AuditFilters = z.output<typeof AuditFilters>;

export const AuditQuery = z.object({
  ...FILTERS,
  limit: pageLimit(128, 32),
  after: z.optional(z.coerce.number(afterText).check(z.int(afterText), z.minimum(1, afterText))),
});
export type AuditQuery = z.output<typeof AuditQuery>;

/** `value` is one that entries hold, before or after, such as an id. */
export type AuditSearch = AuditQuery & { readonly value?: string };
