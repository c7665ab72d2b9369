import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepClaims } from './emails/email-claims.server.ts';

export function accountJobs(current: () => Current): Job[] {
  return [
    {
      name: 'accounts:sweepClaims',
      cron: '53 3 * * *',
      run: async () => {
        const system = current();
        system.log.info({ swept: await sweepClaims(system) }, 'swept addresses that nobody proved');
      },
    },
  ];
}
