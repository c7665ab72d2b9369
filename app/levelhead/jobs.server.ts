import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { ageLevels } from './play/ageing.server.ts';
import { graduateLevels } from './play/graduations.server.ts';
import { sweepRecords } from './recent-records.server.ts';
import { tellOfFoundLevels } from './saved-searches/search-news.server.ts';
import { sweepSearches } from './saved-searches/saved-searches.server.ts';
import { closeTrials, makeTrial } from './trials.server.ts';

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
      name: 'levelhead:closeTrials',
      cron: '5 0 * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ closed: await closeTrials(actor) }, 'closed tower trials');
      },
    },
    {
      name: 'levelhead:ageLevels',
      cron: '20 0 * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ aged: await ageLevels(actor) }, 'let levels be a day older');
      },
    },
    {
      name: 'levelhead:graduateLevels',
      cron: '*/10 * * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ graduated: await graduateLevels(actor) }, 'moved levels into the Tower');
      },
    },
    {
      name: 'levelhead:tellOfFoundLevels',
      cron: '30 6 * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ told: await tellOfFoundLevels(actor) }, 'told of what followed searches have found');
      },
    },
    {
      name: 'levelhead:sweepRecords',
      cron: '33 4 * * *',
      run: async () => {
        const actor = current();
        actor.log.info({ removed: await sweepRecords(actor) }, 'removed records that are no longer recent');
        actor.log.info({ removed: await sweepSearches(actor) }, 'removed saved searches that were deleted');
      },
    },
  ];
}
