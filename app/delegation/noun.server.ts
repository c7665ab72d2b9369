import type { Noun } from '#app/noun/noun.server.ts';

import { delegationAnswers } from './answers.server.ts';
import { keyErasure } from './erasure.server.ts';
import { delegationJobs } from './jobs.server.ts';
import { delegationMeanings } from './meanings.server.ts';
import { keyRows } from './personal-rows.server.ts';

export const delegation: Noun = {
  name: 'delegation',
  answers: delegationAnswers,
  meanings: delegationMeanings,
  jobs: delegationJobs,
  userIds: { delegation_keys: ['user_id'] },
  ...keyRows,
  ...keyErasure,
};
