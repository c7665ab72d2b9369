import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepKeys } from './keys.server.ts';

export function delegationJobs(current: () => Current): Job[] {
  return [
    {
      name: 'delegation:sweepKeys',
      cron: '43 3 * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ removed: await sweepKeys(actor) }, 'removed keys that expired long ago');
      },
    },
  ];
}
