import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { startDueCampaigns } from './campaigns/campaign-states.server.ts';
import { CAMPAIGNS_TOPIC } from './campaigns/campaign.ts';
import { sendCampaigns } from './campaigns/sending.server.ts';
import { sweepSubscribers } from './joining.server.ts';

export function telegramJobs(current: () => Current): Job[] {
  return [
    { name: 'telegrams:sweepSubscribers', cron: '23 4 * * *', run: () => sweepSubscribers(current()) },
    // Beside the worker, whose few places are for mails that somebody waits for.
    { name: 'telegrams:sendCampaigns', topics: [CAMPAIGNS_TOPIC], run: () => sendCampaigns(current()) },
    {
      name: 'telegrams:wakeCampaigns',
      cron: '* * * * *',
      run: async () => {
        const actor = current();
        await startDueCampaigns(actor);
        actor.pubSub.publish(CAMPAIGNS_TOPIC);
      },
    },
  ];
}
