import type { Noun } from '#app/noun/noun.server.ts';

import { shortlinkAnswers } from './answers.server.ts';
import { shortlinkAudit } from './audit-kinds.server.ts';
import { shortlinkErasure } from './erasure.server.ts';
import { shortlinkJobs } from './jobs.server.ts';
import { shortlinkMeanings } from './meanings.server.ts';
import { seedShortlinks } from './seed-shortlinks.server.ts';
import { findShortlinks } from './shortlinks.server.ts';

export const shortlinks: Noun = {
  name: 'shortlinks',
  answers: shortlinkAnswers,
  meanings: shortlinkMeanings,
  findThings: findShortlinks,
  audit: [shortlinkAudit],
  jobs: shortlinkJobs,
  seed: (current, { toUserId }) => seedShortlinks(current, toUserId('staff')),
  userIds: { shortlinks: ['created_by'], shortlink_targets: ['changed_by'] },
  withheld: { 'shortlinks.created_by': 'staff', 'shortlink_targets.changed_by': 'staff' },
  ...shortlinkErasure,
  adminPlaces: [
    { to: '/admin/shortlinks', name: 'admin.shortlinks.name', about: 'admin.shortlinks.about', least: 'staff' },
  ],
};
