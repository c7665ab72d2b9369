import { aboutCrate, aboutItem, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';

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
