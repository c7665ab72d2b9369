import { searchJobs } from '#app/articles/jobs.server.ts';
import type { SearchedCrate } from '#app/articles/search/searched-crate.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { documentPlanJob } from '#app/editor/kinds/document-plans.server.ts';
import { isDraft } from '#app/editor/kinds/drafts.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { POSTS_CRATE } from './cache-topics.ts';
import { POSTS } from './editing/posts-kind.server.ts';
import { notifyOfPosts } from './event-kinds.server.ts';
import { pingHubLater } from './hub.server.ts';
import { mapOfBody, toPost } from './post.ts';
import { POST_ITEMS } from './posts.server.ts';

export const SEARCHED_POSTS: SearchedCrate = {
  crateId: POSTS_CRATE,
  isMet: (item) => !isDraft(item),
  readHead: (item, text) => toPost(item, { ...mapOfBody(text), ...item.map }),
  follow: async (system, seen, goneIds) => {
    const out = seen.filter(({ item }) => !isDraft(item));
    await pingHubLater(system, out);
    await notifyOfPosts(system, out, goneIds);
  },
};

export function postJobs(current: () => Current): Job[] {
  return [
    documentPlanJob(current, POST_ITEMS, () => POSTS),
    ...searchJobs(current, SEARCHED_POSTS, { index: 'posts:indexPosts', sweepAt: '47 3 * * *' }),
  ];
}
