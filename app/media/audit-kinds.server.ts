import { asTitle, auditKinds, listChanges } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

export const snippetAudit = auditKinds('snippet', {
  put: {
    text: 'admin.audit.addPicture',
    read: (entry) => {
      const isReplaced = entry.before['name'] !== undefined && entry.after['name'] !== undefined;
      const picture = aboutPicture(entry);
      return isReplaced ? { ...picture, text: 'admin.audit.replacePicture', changes: listChanges(entry) } : picture;
    },
  },
  delete: { text: 'admin.audit.deletePicture', read: aboutPicture },
});

function aboutPicture({ parts: [, name = ''] }: AuditFacts): AuditDetails {
  return { values: { picture: asTitle(name) } };
}
