import { aboutUser, asText, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';

export const levelAudit = auditKinds('level', {
  play: {
    text: 'admin.audit.playForPlayer',
    read: (entry, names) => withValues(aboutUser(entry, names), { deed: asText(entry.after['deed']) ?? '' }),
  },
});
