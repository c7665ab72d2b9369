import { asText, asTitle, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

export const templateAudit = auditKinds('template', {
  create: { text: 'admin.audit.createTemplate', read: aboutTemplate },
  change: { text: 'admin.audit.changeTemplate', read: aboutTemplate },
  default: {
    text: 'admin.audit.defaultTemplate',
    read: (entry) => withValues(aboutTemplate(entry), { isDefault: asText(entry.after['name']) ? 'yes' : 'no' }),
  },
  delete: { text: 'admin.audit.deleteTemplate', read: aboutTemplate },
});

function aboutTemplate({ before, after }: AuditFacts): AuditDetails {
  return { values: { template: asTitle(asText(after['name']) ?? asText(before['name']) ?? '') } };
}
