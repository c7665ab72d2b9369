import { asText, asTitle, auditKinds, listChanges } from '#app/audit/audit-kind.server.ts';
import type { ReadAuditEntry } from '#app/audit/audit-kind.server.ts';

const aboutShortlink: ReadAuditEntry = ({ parts: [, slug = ''] }) => ({ values: { slug: asTitle(`/go/${slug}`) } });

export const shortlinkAudit = auditKinds('shortlink', {
  create: {
    text: 'admin.audit.createShortlink',
    read: (facts, names) => {
      const { values } = aboutShortlink(facts, names);
      return { values: { ...values, target: asTitle(asText(facts.after['target']) ?? '') } };
    },
  },
  change: {
    text: 'admin.audit.changeShortlink',
    read: (facts, names) => ({ ...aboutShortlink(facts, names), changes: listChanges(facts) }),
  },
  delete: { text: 'admin.audit.deleteShortlink', read: aboutShortlink },
  restore: { text: 'admin.audit.restoreShortlink', read: aboutShortlink },
});
