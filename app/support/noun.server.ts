import type { Noun } from '#app/noun/noun.server.ts';

import { findAnswersToEdit } from './editing/find-answers-to-edit.server.ts';
import { supportErasure } from './erasure.server.ts';
import { supportJobs } from './jobs.server.ts';
import { supportRows } from './personal-rows.server.ts';
import { seedAnswers } from './seed-answers.server.ts';

export const support: Noun = {
  name: 'support',
  jobs: supportJobs,
  seed: (current, { toUserId }) => seedAnswers(current, toUserId('staff')),
  findThings: findAnswersToEdit,
  userIds: { support_votes: ['user_id'] },
  ...supportRows,
  ...supportErasure,
};
