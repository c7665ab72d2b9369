import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepReaders } from './sending.server.ts';

export function announcementJobs(current: () => Current): Job[] {
  return [
    {
      name: 'announcements:sweepReaders',
      cron: '41 * * * *',
      run: async () => void (await sweepReaders(withHeavyPool(current()))),
    },
  ];
}
