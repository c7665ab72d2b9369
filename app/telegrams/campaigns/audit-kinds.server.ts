import { asText, asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

/** By the names of the transitions. */
export const campaignAudit = auditKinds('campaign', {
  release: { text: 'admin.audit.releaseCampaign', read: aboutCampaign },
  start: { text: 'admin.audit.startCampaign', read: aboutCampaign },
  schedule: { text: 'admin.audit.scheduleCampaign', read: aboutCampaign },
  pause: { text: 'admin.audit.pauseCampaign', read: aboutCampaign },
  resume: { text: 'admin.audit.resumeCampaign', read: aboutCampaign },
  cancel: { text: 'admin.audit.cancelCampaign', read: aboutCampaign },
  choose: { text: 'admin.audit.chooseSubject', read: aboutCampaign },
});

function aboutCampaign({ parts: [, campaignId = ''], after }: AuditFacts): AuditDetails {
  return { values: { campaign: asTitle(asText(after['name']) ?? campaignId) } };
}
