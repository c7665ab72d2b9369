import { asNumber, asText, asTitle, auditKinds, withValues } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

/** Where there is a transition, by its name. */
export const campaignAudit = auditKinds('campaign', {
  change: { text: 'admin.audit.changeCampaign', read: aboutCampaign },
  release: { text: 'admin.audit.releaseCampaign', read: aboutCampaign },
  start: { text: 'admin.audit.startCampaign', read: aboutCampaign },
  schedule: { text: 'admin.audit.scheduleCampaign', read: aboutCampaign },
  pause: { text: 'admin.audit.pauseCampaign', read: aboutCampaign },
  resume: { text: 'admin.audit.resumeCampaign', read: aboutCampaign },
  cancel: { text: 'admin.audit.cancelCampaign', read: aboutCampaign },
  choose: { text: 'admin.audit.chooseSubject', read: aboutCampaign },
  archive: {
    text: 'admin.audit.archiveCampaign',
    read: (entry) =>
      withValues(aboutCampaign(entry), { isShown: asText(entry.after['archiveName']) === undefined ? 'no' : 'yes' }),
  },
  retry: {
    text: 'admin.audit.retryCampaign',
    read: (entry) => withValues(aboutCampaign(entry), { state: asText(entry.after['from']) ?? '' }),
  },
  skip: { text: 'admin.audit.skipCampaign', read: aboutCampaign },
});

export const warmUpAudit = auditKinds('warmUp', {
  start: { text: 'admin.audit.startWarmUp', read: ({ after }) => ({ values: { count: asNumber(after['firstDay']) } }) },
  end: { text: 'admin.audit.endWarmUp', read: () => ({ values: {} }) },
});

function aboutCampaign({ parts: [, campaignId = ''], after }: AuditFacts): AuditDetails {
  return { values: { campaign: asTitle(asText(after['name']) ?? campaignId) } };
}
