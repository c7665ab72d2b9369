import { aboutApp } from '#app/apps/audit-kinds.server.ts';
import { auditKinds, listChanges } from '#app/audit/audit-kind.server.ts';

/** Which games sign players in by a code. */
export const deviceClientAudit = auditKinds('deviceClient', {
  allow: {
    text: 'admin.audit.allowDevices',
    read: (facts, names) => ({ ...aboutApp(facts, names), changes: listChanges(facts) }),
  },
  end: { text: 'admin.audit.endDevices', read: aboutApp },
});
