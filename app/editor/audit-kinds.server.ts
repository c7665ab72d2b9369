import { aboutCrate, aboutItem, asText, asTime, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts, AuditNames } from '#app/audit/audit-kind.server.ts';

export const documentAudit = auditKinds('document', {
  publish: { text: 'admin.audit.publishDocument', read: aboutItem },
  unpublish: { text: 'admin.audit.unpublishDocument', read: aboutItem },
  delete: { text: 'admin.audit.deleteDocument', read: aboutItem },
  undelete: { text: 'admin.audit.undeleteDocument', read: aboutItem },
  plan: { text: 'admin.audit.planDocument', read: aboutPlan },
  unplan: { text: 'admin.audit.unplanDocument', read: aboutPlan },
});

function aboutPlan(entry: AuditFacts, names: AuditNames): AuditDetails {
  const { action, at } = entry.after;
  return withValues(aboutItem(entry, names), { action: asText(action) ?? '', at: asTime(at) });
}

export const previewAudit = auditKinds('preview', {
  create: { text: 'admin.audit.createPreview', read: aboutItem },
  revoke: { text: 'admin.audit.revokePreview', read: aboutItem },
  restore: { text: 'admin.audit.restorePreview', read: aboutItem },
});

export const reviewAudit = auditKinds('review', {
  request: { text: 'admin.audit.requestReview', read: aboutItem },
  approved: { text: 'admin.audit.approveItem', read: aboutItem },
  changes: { text: 'admin.audit.requestChanges', read: aboutItem },
  override: { text: 'admin.audit.publishUnapproved', read: aboutItem },
  rule: {
    text: 'admin.audit.approvalRule',
    read: (entry, names) =>
      withValues(aboutCrate(entry, names), { isNeeded: entry.after['needsApproval'] === true ? 'yes' : 'no' }),
  },
});
