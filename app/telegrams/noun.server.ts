import { listMailBlocks } from '#app/mail/inbound/bounces.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';

import { campaignAudit, warmUpAudit } from './campaigns/audit-kinds.server.ts';
import { findTelegramFiles } from './campaigns/campaign-files.server.ts';
import { countStoppedCampaigns, countUnreleasedCampaigns } from './campaigns/campaigns.server.ts';
import { telegramErasure } from './erasure.server.ts';
import { telegramJobs } from './jobs.server.ts';
import { joinMail } from './join.mail.tsx';
import { moveMail } from './move.mail.tsx';
import { newsletterRows } from './personal-rows.server.ts';
import { templateAudit } from './templates/audit-kinds.server.ts';

export const telegrams: Noun = {
  name: 'telegrams',
  jobs: telegramJobs,
  mails: [joinMail, moveMail],
  audit: [campaignAudit, warmUpAudit, templateAudit],
  findFiles: findTelegramFiles,
  adminPlaces: [
    { to: '/admin/telegrams', name: 'campaigns.home.name', about: 'campaigns.home.about', least: 'staff' },
    { to: '/admin/telegrams/campaigns', name: 'campaigns.list.name', about: 'campaigns.list.about', least: 'staff' },
    {
      to: '/admin/telegrams/templates',
      name: 'campaigns.templates.name',
      about: 'campaigns.templates.about',
      least: 'staff',
    },
  ],
  pendingCounts: [
    {
      door: 'newsletters',
      to: '/admin/telegrams',
      name: 'admin.waiting.blocks',
      count: async (current, max) => (await listMailBlocks(current, max)).length,
    },
    {
      door: 'newsletters',
      to: '/admin/telegrams/campaigns',
      name: 'admin.waiting.stopped',
      count: countStoppedCampaigns,
    },
    {
      door: 'newsletters',
      to: '/admin/telegrams/campaigns',
      name: 'admin.waiting.unreleased',
      count: countUnreleasedCampaigns,
    },
  ],
  userIds: {
    subscribers: ['user_id'],
    telegram_campaigns: ['created_by', 'released_by'],
    telegram_templates: ['created_by'],
  },
  ...newsletterRows,
  ...telegramErasure,
};
