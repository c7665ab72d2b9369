import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { hashOldLogs } from './crashes/same-crash.server.ts';
import { countGrownVotes } from './entries/damping.server.ts';
import { indexOldEntries, sweepWords } from './entries/word-forms.server.ts';
import { sweepProofs } from './proofs.server.ts';
import { SEND_WEBHOOK, sendWebhook, sweepDeliveries } from './webhooks/sending.server.ts';

export function feedbagJobs(current: () => Current): Job[] {
  return [
    { name: 'feedbag:hashOldLogs', cron: '37 * * * *', run: () => hashOldLogs(current()) },
    { name: 'feedbag:indexOldEntries', cron: '47 * * * *', run: () => indexOldEntries(current()) },
    { name: 'feedbag:sweepWords', cron: '19 4 * * *', run: () => sweepWords(current()) },
    { name: 'feedbag:countGrownVotes', cron: '* * * * *', run: () => countGrownVotes(current()) },
    { name: 'feedbag:sweepProofs', cron: '23 * * * *', run: () => sweepProofs(current()) },
    { name: SEND_WEBHOOK, run: (payload) => sendWebhook(current(), payload) },
    { name: 'feedbag:sweepDeliveries', cron: '41 3 * * *', run: () => sweepDeliveries(current()) },
  ];
}
