import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepKeyCalls } from './key-figures.server.ts';

export function appsJobs(current: () => Current): Job[] {
  return [
    {
      name: 'apps:sweepKeyCalls',
      cron: '17 * * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ removed: await sweepKeyCalls(actor) }, 'removed old counts of app keys');
      },
    },
  ];
}
