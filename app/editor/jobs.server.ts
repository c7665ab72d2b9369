import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepOwnDrafts } from './own-drafts.server.ts';

export function editorJobs(current: () => Current): Job[] {
  return [{ name: 'editor:sweepOwnDrafts', cron: '47 3 * * *', run: () => sweepOwnDrafts(current()) }];
}
