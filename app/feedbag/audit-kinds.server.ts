import {
  aboutUser,
  asNumber,
  asText,
  asTitle,
  auditKinds,
  listChanges,
  withValues,
} from '#app/audit/audit-kind.server.ts';
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
  tryWebhook: { text: 'admin.audit.feedbackTryWebhook', read: aboutAddress },
  resend: { text: 'admin.audit.feedbackResend', read: aboutAddress },
  enter: { text: 'admin.audit.feedbackEnter', read: aboutEntry },
  erase: { text: 'admin.audit.feedbackErase', read: () => ({ values: {} }) },
  vote: { text: 'admin.audit.feedbackVote', read: aboutEntry },
  settle: { text: 'admin.audit.feedbackSettle', read: aboutFeedback },
  merge: {
    text: 'admin.audit.feedbackMerge',
    read: (entry) => withValues(aboutEntry(entry), { into: asTitle(asText(entry.after['into']) ?? '') }),
  },
  unmerge: { text: 'admin.audit.feedbackUnmerge', read: aboutEntry },
  split: { text: 'admin.audit.feedbackSplit', read: aboutEntry },
  unsplit: { text: 'admin.audit.feedbackUnsplit', read: aboutEntry },
  moderate: {
    text: 'admin.audit.feedbackModerate',
    read: (entry) => {
      const { what, is } = entry.after;
      return withValues(aboutEntry(entry), { what: asText(what) ?? '', is: asText(is) ?? '' });
    },
  },
  person: {
    text: 'admin.audit.feedbackPerson',
    read: (entry, names) => withValues(aboutUser(entry, names), { standing: asText(entry.after['standing']) ?? '' }),
  },
});

function aboutEntry({ parts, after }: AuditFacts): AuditDetails {
  return { values: { name: asTitle(asText(after['name']) ?? parts.at(-1) ?? '') } };
}

function aboutAddress({ after }: AuditFacts): AuditDetails {
  return { values: { name: asTitle(asText(after['url']) ?? '') } };
}

/** By the name or address that it has now, or had. */
function aboutFeedback(entry: AuditFacts): AuditDetails {
  const { parts, before, after } = entry;
  const name = asText(after['url']) ?? asText(before['url']) ?? asText(after['name']) ?? asText(before['name']);
  return { values: { name: asTitle(name ?? parts.at(-1) ?? '') }, changes: listChanges(entry) };
}
