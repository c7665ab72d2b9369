import { countWaiting } from '#app/feedbag/moderation/waiting-counts.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';

import { podcastAnswers } from './answers.server.ts';
import { findEpisodesToEdit } from './editing/find-episodes-to-edit.server.ts';
import { podcastErasure } from './erasure.server.ts';
import { publishedEpisode, showSubject } from './event-kinds.server.ts';
import { podcastJobs } from './jobs.server.ts';
import { podcastRows } from './personal-rows.server.ts';
import { questionAudit } from './questions/audit-kinds.server.ts';
import { QUESTIONS_PROJECT } from './questions/question.ts';
import { seedEpisodes, seedQuestions } from './seed-episodes.server.ts';

export const podcast: Noun = {
  name: 'podcast',
  answers: podcastAnswers,
  meanings: {
    parameters: {
      'podcast seconds': 'Where the listener has stopped, in whole seconds from the beginning; 0 forgets it.',
    },
  },
  jobs: podcastJobs,
  events: [publishedEpisode],
  subjects: [showSubject],
  audit: [questionAudit],
  pendingCounts: [
    {
      door: 'podcast',
      to: '/contact/submissions?view=moderation',
      name: 'admin.waiting.questions',
      count: (current, max) => countWaiting(current, (projectId) => projectId === QUESTIONS_PROJECT, max),
    },
  ],
  seed: async (current, { toUserId }) => {
    await seedEpisodes(current, toUserId('staff'));
    await seedQuestions(current, toUserId);
  },
  findThings: findEpisodesToEdit,
  userIds: { podcast_places: ['user_id'] },
  ...podcastRows,
  ...podcastErasure,
};
