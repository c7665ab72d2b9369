import { asText, asTitle, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';
import type { ReadAuditEntry } from '#app/audit/audit-kind.server.ts';

const aboutIssue: ReadAuditEntry = ({ before }) => ({ values: { issue: asTitle(asText(before['title']) ?? '') } });

export const issueAudit = auditKinds('issue', {
  resolve: {
    text: 'admin.audit.resolveIssue',
    read: (facts, names) =>
      withValues(aboutIssue(facts, names), { version: asTitle(asText(facts.after['version']) ?? '') }),
  },
  ignore: { text: 'admin.audit.ignoreIssue', read: aboutIssue },
  reopen: { text: 'admin.audit.reopenIssue', read: aboutIssue },
  assign: {
    text: 'admin.audit.assignIssue',
    read: (facts, names) => {
      const userId = asText(facts.after['userId']);
      const isTo = userId === undefined ? 'no' : 'yes';
      return withValues(aboutIssue(facts, names), { isTo, whose: userId === undefined ? '' : names.person(userId) });
    },
  },
  merge: { text: 'admin.audit.mergeIssue', read: aboutIssue },
  split: {
    text: 'admin.audit.splitIssue',
    read: (facts, names) =>
      withValues(aboutIssue(facts, names), { stack: asTitle(asText(facts.after['message']) ?? '') }),
  },
  link: { text: 'admin.audit.linkIssue', read: aboutIssue },
  unlink: { text: 'admin.audit.unlinkIssue', read: aboutIssue },
});
