import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepRecords } from './recent-records.server.ts';
import { makeTrial } from './trials.server.ts';

export function levelheadJobs(current: () => Current): Job[] {
  return [
    {
      name: 'levelhead:makeTrial',
      cron: '0 0 * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ made: await makeTrial(actor) }, 'made the tower trial of the day');
      },
    },
    {
      name: 'levelhead:sweepRecords',
      cron: '33 4 * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ removed: await sweepRecords(actor) }, 'removed records that are no longer recent');
      },
    },
  ];
}
