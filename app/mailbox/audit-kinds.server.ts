import { asText, asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

/** By the names of the transitions. */
export const messageAudit = auditKinds('mailbox', {
  change: { text: 'admin.audit.changeMessage', read: aboutMessage },
  release: { text: 'admin.audit.releaseMessage', read: aboutMessage },
  send: { text: 'admin.audit.sendMessage', read: aboutMessage },
  withdraw: { text: 'admin.audit.withdrawMessage', read: aboutMessage },
});

function aboutMessage({ parts: [, messageId = ''], after }: AuditFacts): AuditDetails {
  return { values: { message: asTitle(asText(after['title']) ?? messageId) } };
}
