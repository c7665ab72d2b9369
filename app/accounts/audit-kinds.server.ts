import { aboutUser, asNumber, asRole, asText, asTitle, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';

export const accountAudit = auditKinds('account', {
  set: {
    text: 'admin.audit.set',
    read: (entry, names) => withValues(aboutUser(entry, names), { to: asRole(entry.after['role']) }),
  },
  role: {
    text: 'admin.audit.role',
    read: (entry, names) =>
      withValues(aboutUser(entry, names), { from: asRole(entry.before['role']), to: asRole(entry.after['role']) }),
  },
  note: { text: 'admin.audit.note', read: aboutUser },
  ban: {
    text: 'admin.audit.ban',
    read: (entry, names) => {
      const { before, after } = entry;
      const ban = withValues(aboutUser(entry, names), { to: { until: asText(after['until']) ?? null } });
      if (before['isOn'] !== true) return ban;
      return {
        ...withValues(ban, { from: { until: asText(before['until']) ?? null } }),
        text: 'admin.audit.changeBan',
      };
    },
  },
  recover: {
    text: 'admin.audit.recover',
    read: (entry, names) =>
      withValues(aboutUser(entry, names), { address: asTitle(asText(entry.after['address']) ?? '') }),
  },
  merge: {
    text: 'admin.audit.merge',
    read: (entry, names) =>
      withValues(aboutUser(entry, names), { gone: names.person(asText(entry.after['goneId']) ?? '') }),
  },
  unban: { text: 'admin.audit.unban', read: aboutUser },
  endSessions: {
    text: 'admin.audit.endSessions',
    read: (entry, names) => withValues(aboutUser(entry, names), { count: asNumber(entry.after['ended']) }),
  },
});
