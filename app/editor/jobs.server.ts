import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { sweepOwnDrafts } from './own-drafts.server.ts';
import { sweepPresence } from './presence/presence.server.ts';
import { sweepPreviewLinks } from './previews/previews.server.ts';
import { sweepReviews } from './reviews/reviews.server.ts';

export function editorJobs(current: () => Current): Job[] {
  return [
    { name: 'editor:sweepOwnDrafts', cron: '47 3 * * *', run: () => sweepOwnDrafts(current()) },
    {
      name: 'editor:sweepTogether',
      cron: '53 3 * * *',
      run: async () => {
        const system = current();
        await sweepPresence(system);
        await sweepPreviewLinks(system);
        await sweepReviews(system);
      },
    },
  ];
}
