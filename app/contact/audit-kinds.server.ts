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
  block: { text: 'admin.audit.blockSender', read: aboutSender },
  unblock: { text: 'admin.audit.unblockSender', read: aboutSender },
});

function aboutSender({ after }: AuditFacts): AuditDetails {
  return { values: { number: asTitle(asText(after['number']) ?? '') } };
}
