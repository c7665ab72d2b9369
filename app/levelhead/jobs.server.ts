import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { ageLevels } from './play/ageing.server.ts';
import { graduateLevels } from './play/graduations.server.ts';
import { sweepRecords } from './recent-records.server.ts';
import { sweepSearches } from './saved-searches/saved-searches.server.ts';
import { notifyOfFoundLevels } from './saved-searches/search-alerts.server.ts';
import { closeTrials, makeTrial } from './trials.server.ts';

export function levelheadJobs(current: () => Current): Job[] {
  const job = (name: string, cron: string, run: (current: Current) => Promise<object>, words: string): Job => ({
    name: `levelhead:${name}`,
    cron,
    run: async () => {
      const actor = current();
      actor.log.info(await run(actor), words);
    },
  });
  return [
    job(
      'makeTrial',
      '0 0 * * *',
      async (actor) => ({ made: await makeTrial(actor) }),
      'made the tower trial of the day',
    ),
    job('closeTrials', '5 0 * * *', async (actor) => ({ closed: await closeTrials(actor) }), 'closed tower trials'),
    job('ageLevels', '20 0 * * *', async (actor) => ({ aged: await ageLevels(actor) }), 'let levels be a day older'),
    job(
      'graduateLevels',
      '*/10 * * * *',
      async (actor) => ({ graduated: await graduateLevels(actor) }),
      'moved levels into the Tower',
    ),
    job(
      'tellOfFoundLevels',
      '30 6 * * *',
      async (actor) => ({ told: await notifyOfFoundLevels(actor) }),
      'told of what followed searches have found',
    ),
    job(
      'sweepRecords',
      '33 4 * * *',
      async (actor) => ({ records: await sweepRecords(actor), searches: await sweepSearches(actor) }),
      'removed records that are no longer recent, and saved searches that were deleted',
    ),
  ];
}
