import type { Noun } from '#app/noun/noun.server.ts';

import { delegationAnswers } from './answers.server.ts';
import { delegationJobs } from './jobs.server.ts';

export const delegation: Noun = {
  name: 'delegation',
  answers: delegationAnswers,
  jobs: delegationJobs,
  userIds: { delegation_keys: ['user_id'] },
};
