import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepSignups } from './signups.server.ts';

export function telegramJobs(current: () => Current): Job[] {
  return [{ name: 'telegrams:sweepSignups', cron: '23 4 * * *', run: () => sweepSignups(current()) }];
}
