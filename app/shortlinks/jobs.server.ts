import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { checkDueTargets, checkTarget } from './health.server.ts';
import { CHECK_TARGET } from './shortlinks.server.ts';
import { sweepVisitors } from './visits.server.ts';

const OneLink = z.object({ slug: z.string() });

export function shortlinkJobs(current: () => Current): Job[] {
  return [
    {
      name: CHECK_TARGET,
      run: async (payload) => checkTarget(current(), OneLink.parse(payload).slug),
    },
    {
      name: 'shortlinks:checkTargets',
      cron: '23 * * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ checked: await checkDueTargets(actor) }, 'asked where shortlinks lead');
      },
    },
    {
      name: 'shortlinks:sweepVisitors',
      cron: '41 * * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ removed: await sweepVisitors(actor) }, 'removed visitors of past days');
      },
    },
  ];
}
