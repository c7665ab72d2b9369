import * as z from 'zod/mini';

import { pageLimit } from '#lib/calls/page.ts';

export const AUDIT_ACTIONS = [
  ...(['account.set', 'account.role', 'account.note', 'account.ban', 'account.unban', 'account.endSessions'] as const),
  ...(['alias.approve', 'alias.deny', 'alias.replace', 'alias.whitelist', 'alias.undo'] as const),
  ...(['crate.create', 'crate.change', 'crate.delete', 'crate.revert', 'crate.import'] as const),
  ...(['item.purge', 'item.handOver'] as const),
  ...(['item.read.override', 'item.delete.override', 'item.list.override'] as const),
  ...(['preview.create', 'preview.revoke', 'preview.restore'] as const),
  ...(['review.request', 'review.approved', 'review.changes', 'review.override', 'review.rule'] as const),
  ...(['appKey.create', 'appKey.rotate', 'appKey.revoke', 'snippet.put', 'snippet.delete'] as const),
  ...(['campaign.release', 'campaign.start', 'campaign.schedule', 'campaign.pause'] as const),
  ...(['campaign.resume', 'campaign.cancel', 'campaign.choose'] as const),
  ...(['mailbox.release', 'mailbox.send', 'mailbox.withdraw'] as const),
  ...(['submission.expire', 'submission.forward', 'submission.redact'] as const),
  ...(['feedback.project', 'feedback.status', 'feedback.votes', 'feedback.webhook'] as const),
  ...(['tester.open', 'tester.close', 'level.play'] as const),
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

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
