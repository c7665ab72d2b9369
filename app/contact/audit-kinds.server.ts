import { asNumber, asText, asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

export const submissionAudit = auditKinds('submission', {
  expire: {
    text: 'admin.audit.expireSubmissions',
    read: ({ after }) => ({ values: { count: asNumber(after['count']) } }),
  },
  forward: {
    text: 'admin.audit.forwardSubmission',
    read: ({ after }) => ({
      values: { number: asTitle(asText(after['number']) ?? ''), host: asTitle(asText(after['host']) ?? '') },
    }),
  },
  redact: {
    text: 'admin.audit.redactSubmission',
    read: ({ parts: [, subjectId = ''], after }) => ({
      values: { number: asTitle(asText(after['number']) ?? subjectId) },
    }),
  },
  merge: { text: 'admin.audit.mergeSubmission', read: aboutTwo },
  unmerge: { text: 'admin.audit.unmergeSubmission', read: aboutTwo },
  split: { text: 'admin.audit.splitSubmission', read: aboutTwo },
  unsplit: { text: 'admin.audit.unsplitSubmission', read: aboutTwo },
  block: { text: 'admin.audit.blockSender', read: aboutSender },
  unblock: { text: 'admin.audit.unblockSender', read: aboutSender },
});

export const macroAudit = auditKinds('macro', {
  create: { text: 'admin.audit.createMacro', read: aboutMacro },
  change: { text: 'admin.audit.changeMacro', read: aboutMacro },
  delete: { text: 'admin.audit.deleteMacro', read: aboutMacro },
});

function aboutMacro({ before, after }: AuditFacts): AuditDetails {
  return { values: { macro: asTitle(asText(after['name']) ?? asText(before['name']) ?? '') } };
}

function aboutTwo({ after }: AuditFacts): AuditDetails {
  return { values: { number: asTitle(asText(after['number']) ?? ''), into: asTitle(asText(after['into']) ?? '') } };
}

function aboutSender({ after }: AuditFacts): AuditDetails {
  return { values: { number: asTitle(asText(after['number']) ?? '') } };
}
