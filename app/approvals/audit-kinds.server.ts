import { asText, asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { ReadAuditEntry } from '#app/audit/audit-kind.server.ts';

const aboutDeed: ReadAuditEntry = ({ target, after }, { person }) => {
  const askedBy = asText(after['userId']);
  return { values: { target: asTitle(target), asker: askedBy === undefined ? '' : person(askedBy) } };
};

/** The deed itself has an entry of its own, in the name of who confirms it. */
export const approvalAudit = auditKinds('approval', {
  ask: { text: 'admin.audit.askApproval', read: aboutDeed },
  confirm: { text: 'admin.audit.confirmApproval', read: aboutDeed },
  decline: { text: 'admin.audit.declineApproval', read: aboutDeed },
  withdraw: { text: 'admin.audit.withdrawApproval', read: aboutDeed },
});
