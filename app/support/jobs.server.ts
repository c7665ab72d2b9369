import { searchJobs } from '#app/articles/jobs.server.ts';
import type { SearchedCrate } from '#app/articles/search/searched-crate.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { documentPlanJob } from '#app/editor/kinds/document-plans.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { ANSWER_ITEMS } from './answer-items.server.ts';
import { toSupportAnswer } from './answer.ts';
import { SUPPORT_CRATE } from './cache-topics.ts';
import { ANSWERS } from './editing/edited-answers.server.ts';
import { sweepVotes } from './outcomes/votes.server.ts';
import { sweepMisses } from './search/misses.server.ts';

const SEARCHED_ANSWERS: SearchedCrate = { crateId: SUPPORT_CRATE, readHead: (item) => toSupportAnswer(item) };

export function supportJobs(current: () => Current): Job[] {
  return [
    documentPlanJob(current, ANSWER_ITEMS, () => ANSWERS),
    ...searchJobs(current, SEARCHED_ANSWERS, { index: 'support:indexAnswers', sweepAt: '52 3 * * *' }),
    { name: 'support:sweepMisses', cron: '57 3 * * *', run: () => sweepMisses(current()) },
    { name: 'support:sweepVotes', cron: '2 4 * * *', run: () => sweepVotes(current()) },
  ];
}
