import { asNumber, asText, asTitle, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts, AuditNames } from '#app/audit/audit-kind.server.ts';

export const appKeyAudit = auditKinds('appKey', {
  create: { text: 'admin.audit.createKey', read: aboutKey },
  rotate: { text: 'admin.audit.rotateKey', read: aboutKey },
  revoke: { text: 'admin.audit.revokeKey', read: aboutKey },
  limit: {
    text: 'admin.audit.limitKey',
    read: (facts, names) => withValues(aboutKey(facts, names), { limit: asNumber(facts.after['callsPerMinute']) }),
  },
});

export const appAudit = auditKinds('app', {
  create: { text: 'admin.audit.createApp', read: aboutApp },
  rename: {
    text: 'admin.audit.renameApp',
    read: (facts, names) => withValues(aboutApp(facts, names), { before: asTitle(asText(facts.before['name']) ?? '') }),
  },
  takeOver: { text: 'admin.audit.takeOverApp', read: aboutApp },
  archive: { text: 'admin.audit.archiveApp', read: aboutApp },
  restore: { text: 'admin.audit.restoreApp', read: aboutApp },
  delete: { text: 'admin.audit.deleteApp', read: aboutApp },
  addOrigin: { text: 'admin.audit.addOrigin', read: aboutOrigin },
  removeOrigin: { text: 'admin.audit.removeOrigin', read: aboutOrigin },
});

export function aboutApp({ parts: [, appId = ''], before, after }: AuditFacts, { context }: AuditNames): AuditDetails {
  return { values: { app: asTitle(asText(after['name']) ?? asText(before['name']) ?? context(appId)) } };
}

function aboutOrigin(facts: AuditFacts, names: AuditNames): AuditDetails {
  const origin = asText(facts.after['origin']) ?? asText(facts.before['origin']) ?? '';
  return withValues(aboutApp(facts, names), { origin: asTitle(origin) });
}

export function aboutKey({ parts: [, appId = ''], before, after }: AuditFacts, { context }: AuditNames): AuditDetails {
  const key = asText(after['name']) ?? asText(before['name']) ?? '';
  return { values: { app: asTitle(context(appId)), key: asTitle(key) } };
}
