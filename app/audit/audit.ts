import * as z from 'zod/mini';

import { pageLimit } from '#lib/calls/page.ts';

export const AUDIT_ACTIONS = [
  'account.set',
  'account.role',
  'account.note',
  'account.ban',
  'account.unban',
  'account.endSessions',
  'alias.approve',
  'alias.deny',
  'alias.replace',
  'alias.whitelist',
  'alias.undo',
  'crate.create',
  'crate.change',
  'crate.delete',
  'crate.revert',
  'crate.import',
  'item.purge',
  'item.handOver',
  'item.read.override',
  'item.delete.override',
  'item.list.override',
  'preview.create',
  'preview.revoke',
  'preview.restore',
  'review.request',
  'review.approved',
  'review.changes',
  'review.override',
  'review.rule',
  'appKey.create',
  'appKey.rotate',
  'appKey.revoke',
  'snippet.put',
  'snippet.delete',
  'campaign.release',
  'campaign.start',
  'campaign.schedule',
  'campaign.pause',
  'campaign.resume',
  'campaign.cancel',
  'campaign.choose',
  'mailbox.release',
  'mailbox.send',
  'mailbox.withdraw',
  'submission.expire',
  'submission.forward',
  'submission.redact',
  'submission.block',
  'submission.unblock',
  'feedback.project',
  'feedback.status',
  'feedback.votes',
  'feedback.vote',
  'feedback.settle',
  'feedback.merge',
  'feedback.unmerge',
  'feedback.split',
  'feedback.unsplit',
  'feedback.moderate',
  'feedback.person',
  'feedback.webhook',
  'tester.open',
  'tester.close',
  'level.play',
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
