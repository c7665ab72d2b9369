import { asNumber, asText, asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

export const reportAudit = auditKinds('report', {
  act: { text: 'admin.audit.reportAct', read: aboutThing },
  note: { text: 'admin.audit.reportNote', read: aboutThing },
  dismiss: { text: 'admin.audit.reportDismiss', read: aboutThing },
  undo: { text: 'admin.audit.reportUndo', read: aboutThing },
});

/** By its id where it was gone. */
function aboutThing({ parts: [, thing = '', thingId = ''], after }: AuditFacts): AuditDetails {
  return { values: { thing, name: asTitle(asText(after['title']) || thingId), count: asNumber(after['reports']) } };
}
