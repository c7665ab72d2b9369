import { asText, asTitle, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts, AuditNames } from '#app/audit/audit-kind.server.ts';

export const aliasAudit = auditKinds('alias', {
  approve: { text: 'admin.audit.approveAlias', read: aboutAlias },
  deny: { text: 'admin.audit.denyAlias', read: aboutAlias },
  replace: { text: 'admin.audit.replaceAlias', read: aboutAlias },
  whitelist: { text: 'admin.audit.whitelistAlias', read: aboutAlias },
  undo: {
    text: 'admin.audit.undoAlias',
    read: (entry, names) => withValues(aboutAlias(entry, names), { decision: asText(entry.before['decision']) ?? '' }),
  },
});

function aboutAlias(
  { parts: [, context = '', userId = ''], before, after }: AuditFacts,
  names: AuditNames,
): AuditDetails {
  return {
    values: {
      user: names.person(userId),
      place: asTitle(names.context(context)),
      from: asTitle(asText(before['alias']) ?? ''),
      to: asTitle(asText(after['alias']) ?? ''),
    },
  };
}
