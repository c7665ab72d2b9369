import { sweepBanMarks } from '#app/accounts/leaving.server.ts';
import { sweepHeldNames } from '#app/aliases/erasure.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { PersonalData } from '#app/current/personal-data.server.ts';
import { sweepPurchases } from '#app/perks/erasure.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { PURCHASE_YEARS } from './deletion.ts';
import { eraseDue, sweepPast } from './erasing.server.ts';

export function deletionJobs(current: () => Current, data: () => readonly PersonalData[]): Job[] {
  return [
    {
      name: 'deletions:eraseDue',
      cron: '*/5 * * * *',
      run: async () => {
        const system = current();
        const deleted = await eraseDue(system, data());
        if (deleted > 0) system.log.info({ deleted }, 'deleted people');
      },
    },
    {
      name: 'deletions:sweepKept',
      cron: '11 4 * * *',
      run: async () => {
        const system = current();
        await sweepHeldNames(system);
        await sweepBanMarks(system);
        await sweepPurchases(system, PURCHASE_YEARS);
        await sweepPast(system);
      },
    },
  ];
}
