import { asText, asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts, AuditNames } from '#app/audit/audit-kind.server.ts';

export const appKeyAudit = auditKinds('appKey', {
  create: { text: 'admin.audit.createKey', read: aboutKey },
  rotate: { text: 'admin.audit.rotateKey', read: aboutKey },
  revoke: { text: 'admin.audit.revokeKey', read: aboutKey },
});

function aboutKey({ parts: [, appId = ''], before, after }: AuditFacts, { context }: AuditNames): AuditDetails {
  const key = asText(after['name']) ?? asText(before['name']) ?? '';
  return { values: { app: asTitle(context(appId)), key: asTitle(key) } };
}
