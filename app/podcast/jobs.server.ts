import * as z from 'zod/mini';

import { pingLater } from '#app/articles/hub.server.ts';
import { searchJobs } from '#app/articles/jobs.server.ts';
import type { SearchedCrate } from '#app/articles/search/searched-crate.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { documentPlanJob } from '#app/editor/kinds/document-plans.server.ts';
import type { Item } from '#app/storage/item.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { PODCAST_CACHE_TOPICS, PODCAST_CRATE } from './cache-topics.ts';
import { sweepMarks } from './downloads/count-downloads.server.ts';
import { EPISODES } from './editing/edited-episodes.server.ts';
import { toEpisode, showFeedPath } from './episode.ts';
import { EPISODE_ITEMS } from './episodes.server.ts';
import { notifyOfEpisodes } from './event-kinds.server.ts';
import { sweepPositions } from './positions.server.ts';
import { notifyOfAnswers } from './questions/answering.server.ts';
import { CHECK_SOUND, checkSound, checkSounds } from './sound/sound-checks.server.ts';
import { sweepFiles } from './sound/sweep-files.server.ts';

const SEARCHED_EPISODES: SearchedCrate = {
  crateId: PODCAST_CRATE,
  readHead: (item) => toEpisode(item),
  follow: async (system, seen, goneIds) => {
    await pingHubOfShow(system, seen);
    await notifyOfEpisodes(system, seen, goneIds);
  },
};

/** Of an episode that everyone can hear. */
async function pingHubOfShow(system: Current, seen: readonly { readonly item: Item }[]): Promise<void> {
  for (const { item } of seen) {
    const { itemId, topics, audioId, visibility } = toEpisode(item);
    if (visibility !== 'public' || audioId === undefined) continue;
    await pingLater(system, itemId, [undefined, ...topics].map(showFeedPath));
  }
}

const OfItem = z.object({ itemId: z.uuid() });

export function podcastJobs(current: () => Current): Job[] {
  return [
    documentPlanJob(current, EPISODE_ITEMS, () => EPISODES),
    // Nobody searches episodes yet; it is for the names that they had, and for whoever follows the show.
    ...searchJobs(current, SEARCHED_EPISODES, { index: 'podcast:indexEpisodes', sweepAt: '47 3 * * *' }),
    { name: CHECK_SOUND, run: (payload) => checkSound(current(), OfItem.parse(payload).itemId) },
    { name: 'podcast:lookAtSounds', cron: '17 4 * * *', run: () => checkSounds(current()) },
    { name: 'podcast:sweepFiles', cron: '7 5 * * *', run: () => sweepFiles(current()) },
    { name: 'podcast:sweepPlaces', cron: '41 3 * * *', run: () => sweepPositions(current()) },
    { name: 'podcast:sweepMarks', cron: '11 0 * * *', run: () => sweepMarks(current()) },
    // Of an episode that comes out later than its answers were noted.
    {
      name: 'podcast:tellAnswers',
      cron: '* * * * *',
      topics: PODCAST_CACHE_TOPICS,
      run: () => notifyOfAnswers(current()),
    },
  ];
}
