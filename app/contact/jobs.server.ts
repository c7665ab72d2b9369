import type { Current } from '#app/current/current.server.ts';
import { deleteOldMails } from '#app/threads/whole-mails.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { deleteSettled } from './expiry.server.ts';
import { indexOldSubmissions } from './search-index.server.ts';

export function contactJobs(current: () => Current): Job[] {
  return [
    { name: 'contact:deleteSettled', cron: '7 3 * * *', run: () => deleteSettled(current()) },
    { name: 'contact:indexOldSubmissions', cron: '* * * * *', run: () => indexOldSubmissions(current()) },
    { name: 'contact:deleteOldMails', cron: '27 3 * * *', run: () => deleteOldMails(current()) },
  ];
}
