import { countRequestedReviews } from '#app/editor/reviews/reviews.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';

import { CHANGELOGS_CRATE } from './cache-topics.ts';
import { findReleasesToEdit } from './editing/find-releases-to-edit.server.ts';
import { CHANGELOG_SUBJECTS, publishedRelease } from './event-kinds.server.ts';
import { changelogJobs } from './jobs.server.ts';
import { seedReleases } from './seed-releases.server.ts';

export const changelogs: Noun = {
  name: 'changelogs',
  jobs: changelogJobs,
  events: [publishedRelease],
  subjects: CHANGELOG_SUBJECTS,
  findThings: findReleasesToEdit,
  seed: seedReleases,
  pendingCounts: [
    {
      door: 'write',
      to: '/editor/releases',
      name: 'admin.waiting.releases',
      count: (current) => countRequestedReviews(current, CHANGELOGS_CRATE),
    },
  ],
};
