import type { Current } from '#app/current/current.server.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import { documentPlanJob } from '#app/editor/kinds/document-plans.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { POSTS } from '../editing/posts-kind.server.ts';
import { PING_HUB, pingHub } from '../feed-documents/hub.server.ts';
import { indexPosts } from './index-posts.server.ts';
import { sweepWords } from './sweep-words.server.ts';

export function postJobs(current: () => Current): Job[] {
  return [
    documentPlanJob(current, POSTS.planJob, () => POSTS),
    // By the minute too, for the change whose process died before it told of it.
    {
      ...{ name: 'posts:indexPosts', cron: '* * * * *', topics: cacheTopicsOfCrate(POSTS_CRATE) },
      run: () => indexPosts(current()),
    },
    { name: PING_HUB, run: (payload) => pingHub(current(), payload) },
    { name: 'posts:sweepWords', cron: '47 3 * * *', run: () => sweepWords(current()) },
  ];
}
