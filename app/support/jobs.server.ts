import type { Current } from '#app/current/current.server.ts';
import { documentPlanJob } from '#app/editor/kinds/document-plans.server.ts';
import { indexItems } from '#app/posts/search/index-posts.server.ts';
import type { SearchedCrate } from '#app/posts/search/searched-crate.server.ts';
import { sweepWords } from '#app/posts/search/sweep-words.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { answerOf } from './answer.ts';
import { SUPPORT_CACHE_TOPICS, SUPPORT_CRATE } from './cache-topics.ts';
import { ANSWERS } from './editing/edited-answers.server.ts';
import { sweepVotes } from './outcomes/votes.server.ts';
import { sweepMisses } from './search/misses.server.ts';

const SEARCHED_ANSWERS: SearchedCrate = { crateId: SUPPORT_CRATE, headOf: (item) => answerOf(item) };

export function supportJobs(current: () => Current): Job[] {
  return [
    documentPlanJob(current, ANSWERS.planJob, () => ANSWERS),
    // By the minute too, for the change whose process died before it told of it.
    {
      ...{ name: 'support:indexAnswers', cron: '* * * * *', topics: SUPPORT_CACHE_TOPICS },
      run: () => indexItems(current(), SEARCHED_ANSWERS),
    },
    { name: 'support:sweepWords', cron: '52 3 * * *', run: () => sweepWords(current(), SUPPORT_CRATE) },
    { name: 'support:sweepMisses', cron: '57 3 * * *', run: () => sweepMisses(current()) },
    { name: 'support:sweepVotes', cron: '2 4 * * *', run: () => sweepVotes(current()) },
  ];
}
