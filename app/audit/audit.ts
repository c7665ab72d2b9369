import * as z from 'zod/mini';

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

export const AuditQuery = z.object({
  target: Text,
  userId: Text,
  action: Text,
  limit: pageLimit(128, 32),
  after: z.optional(z.coerce.number(afterText).check(z.int(afterText), z.minimum(1, afterText))),
});
export type AuditQuery = z.output<typeof AuditQuery>;
