import { asText, asTitle, auditKinds, listChanges } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

export const announcementAudit = auditKinds('announcement', {
  create: { text: 'admin.audit.createAnnouncement', read: aboutAnnouncement },
  save: { text: 'admin.audit.saveAnnouncement', read: aboutChange },
  putBack: { text: 'admin.audit.putBackAnnouncement', read: aboutChange },
  publish: { text: 'admin.audit.publishAnnouncement', read: aboutAnnouncement },
  stop: { text: 'admin.audit.stopAnnouncement', read: aboutAnnouncement },
  delete: { text: 'admin.audit.deleteAnnouncement', read: aboutAnnouncement },
});

function aboutAnnouncement({ parts: [, id = ''], before, after }: AuditFacts): AuditDetails {
  return { values: { title: asTitle(asText(after['title']) ?? asText(before['title']) ?? id) } };
}

function aboutChange(facts: AuditFacts): AuditDetails {
  return { ...aboutAnnouncement(facts), changes: listChanges(facts) };
}
