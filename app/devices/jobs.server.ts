import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepDeviceCodes } from './codes/device-codes.server.ts';

export function deviceJobs(current: () => Current): Job[] {
  return [
    {
      name: 'devices:sweepCodes',
      cron: '37 * * * *',
      run: async () => {
        const system = current();
        system.log.info({ swept: await sweepDeviceCodes(system) }, 'swept codes of devices');
      },
    },
  ];
}
