import type { Current } from '#app/current/current.server.ts';
import type { PersonalData } from '#app/current/personal-data.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { MERGE_JOB } from './merges.server.ts';
import { mergeDue } from './merging.server.ts';

export function mergeJobs(current: () => Current, data: () => readonly PersonalData[]): Job[] {
  return [
    {
      name: MERGE_JOB,
      cron: '*/5 * * * *',
      run: async () => {
        const system = current();
        const merged = await mergeDue(system, data());
        if (merged > 0) system.log.info({ merged }, 'merged accounts');
      },
    },
  ];
}
