import { asNumber, asText, asTitle, auditKinds, changesOf, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

export const feedbackAudit = auditKinds('feedback', {
  project: { text: 'admin.audit.feedbackProject', read: aboutFeedback },
  status: { text: 'admin.audit.feedbackStatus', read: aboutFeedback },
  votes: {
    text: 'admin.audit.feedbackVotes',
    read: (entry) => {
      const { votes, decision } = entry.after;
      return {
        values: withValues(aboutFeedback(entry), { count: asNumber(votes), decision: asText(decision) ?? '' }).values,
      };
    },
  },
  webhook: { text: 'admin.audit.feedbackWebhook', read: aboutFeedback },
});

/** By the name or address that it has now, or had. */
function aboutFeedback(entry: AuditFacts): AuditDetails {
  const { parts, before, after } = entry;
  const name = asText(after['url']) ?? asText(before['url']) ?? asText(after['name']) ?? asText(before['name']);
  return { values: { name: asTitle(name ?? parts.at(-1) ?? '') }, changes: changesOf(entry) };
}
