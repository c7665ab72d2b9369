import { asNumber, asText, asTitle, auditKinds, listChanges, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts, AuditNames, ReadAuditEntry } from '#app/audit/audit-kind.server.ts';

export const perkAudit = auditKinds('perk', {
  create: { text: 'admin.audit.createPerk', read: aboutPerk },
  change: {
    text: 'admin.audit.changePerk',
    read: (facts, names) => ({ ...aboutPerk(facts, names), changes: listChanges(facts) }),
  },
  archive: { text: 'admin.audit.archivePerk', read: aboutPerk },
  restore: { text: 'admin.audit.restorePerk', read: aboutPerk },
  makeCodes: { text: 'admin.audit.makeCodes', read: withCount },
  voidCodes: { text: 'admin.audit.voidCodes', read: withCount },
  addKeys: { text: 'admin.audit.addPerkKeys', read: withCount },
  settleKey: { text: 'admin.audit.settlePerkKey', read: withState },
  give: { text: 'admin.audit.givePerk', read: withCount },
  revoke: { text: 'admin.audit.revokePerk', read: aboutGrant },
  tellPurchase: { text: 'admin.audit.tellPurchase', read: aboutGrant },
  tellRefund: { text: 'admin.audit.tellRefund', read: aboutGrant },
  addRule: { text: 'admin.audit.addPerkRule', read: aboutPerk },
  stopRule: { text: 'admin.audit.stopPerkRule', read: aboutPerk },
});

function aboutPerk({ parts: [, perkId = ''], before, after }: AuditFacts, _names: AuditNames): AuditDetails {
  return { values: { perk: asTitle(asText(after['name']) ?? asText(before['name']) ?? perkId) } };
}

function withCount(facts: AuditFacts, names: AuditNames): AuditDetails {
  return withValues(aboutPerk(facts, names), { count: asNumber(facts.after['count']) });
}

function withState(facts: AuditFacts, names: AuditNames): AuditDetails {
  return withValues(aboutPerk(facts, names), { state: asText(facts.after['state']) ?? '' });
}

function aboutGrant(...[facts, names]: Parameters<ReadAuditEntry>): AuditDetails {
  return withValues(aboutPerk(facts, names), {
    user: names.person(asText(facts.after['userId']) ?? asText(facts.before['userId']) ?? ''),
  });
}
