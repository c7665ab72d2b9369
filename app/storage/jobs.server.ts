import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepFiles } from './sweep.server.ts';

export function storageJobs(current: () => Current): Job[] {
  return [{ name: 'storage:sweepFiles', cron: '41 * * * *', run: () => sweepFiles(current()) }];
}
