import { countRequestedReviews } from '#app/editor/reviews/reviews.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';

import { POSTS_CRATE } from './cache-topics.ts';
import { findPostsToEdit } from './editing/find-posts-to-edit.server.ts';
import { postErasure } from './erasure.server.ts';
import { publishedPost } from './event-kinds.server.ts';
import { postJobs } from './jobs.server.ts';
import { postSubjects } from './post-subjects.server.ts';
import { seedPosts } from './seed-posts.server.ts';

export const posts: Noun = {
  name: 'posts',
  jobs: postJobs,
  events: [publishedPost],
  subjects: postSubjects,
  seed: seedPosts,
  findThings: findPostsToEdit,
  pendingCounts: [
    {
      door: 'write',
      to: '/editor',
      name: 'admin.waiting.posts',
      count: (current) => countRequestedReviews(current, POSTS_CRATE),
    },
  ],
  ...postErasure,
};
