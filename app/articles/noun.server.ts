import type { Noun } from '#app/noun/noun.server.ts';

import { articleErasure } from './erasure.server.ts';
import { articleJobs } from './jobs.server.ts';

export const articles: Noun = {
  name: 'articles',
  jobs: articleJobs,
  userIds: { post_search: ['collaborators'] },
  withheld: { 'post_search.collaborators': 'derived' },
  ...articleErasure,
};
