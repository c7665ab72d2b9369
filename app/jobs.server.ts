import type { Job } from '#lib/jobs/jobs.server.ts';

import { accountJobs } from './accounts/jobs.server.ts';
import { articleJobs } from './articles/jobs.server.ts';
import { changelogJobs } from './changelogs/jobs.server.ts';
import { contactJobs } from './contact/jobs.server.ts';
import { delegationJobs } from './delegation/jobs.server.ts';
import type { SiteParts } from './door/parts.server.ts';
import { systemCurrent } from './door/parts.server.ts';
import { editorJobs } from './editor/jobs.server.ts';
import { catalog } from './event-kinds.server.ts';
import { feedbagJobs } from './feedbag/jobs.server.ts';
import { levelheadJobs } from './levelhead/jobs.server.ts';
import { loginJobs } from './login/jobs.server.ts';
import { findMailboxFiles } from './mailbox/files.server.ts';
import { mailJobs } from './mails.server.ts';
import { mediaJobs } from './media/jobs.server.ts';
import { notificationJobs } from './notifications/jobs.server.ts';
import { podcastJobs } from './podcast/jobs.server.ts';
import { postJobs } from './posts/jobs.server.ts';
import { siteJobs } from './site/jobs.server.ts';
import { storageJobs } from './storage/jobs.server.ts';
import { supportJobs } from './support/jobs.server.ts';
import { findTelegramFiles } from './telegrams/campaigns/campaign-files.server.ts';
import { telegramJobs } from './telegrams/jobs.server.ts';
import { telemetryJobs } from './telemetry/jobs.server.ts';
import { findThreadFiles } from './threads/messages.server.ts';

export function jobs(parts: SiteParts): Job[] {
  const current = () => systemCurrent(parts);
  return [
    ...accountJobs(current),
    ...articleJobs(current),
    ...changelogJobs(current),
    ...contactJobs(current),
    ...delegationJobs(current),
    ...editorJobs(current),
    ...feedbagJobs(current),
    ...levelheadJobs(current),
    ...loginJobs(current),
    ...mailJobs(current),
    ...mediaJobs(current),
    ...notificationJobs(current, catalog),
    ...podcastJobs(current),
    ...postJobs(current),
    ...siteJobs(parts.limits),
    ...storageJobs(current, [findThreadFiles, findMailboxFiles, findTelegramFiles]),
    ...supportJobs(current),
    ...telegramJobs(current),
    ...telemetryJobs(current),
  ];
}
