import type { Noun } from '#app/noun/noun.server.ts';

import { findAnnouncementThings } from './announcement-list.server.ts';
import { announcementAnswers } from './answers.server.ts';
import { announcementAudit } from './audit-kinds.server.ts';
import { announcementErasure } from './erasure.server.ts';
import { announcementJobs } from './jobs.server.ts';
import { announcementMeanings } from './meanings.server.ts';
import { seedAnnouncements } from './seed-announcements.server.ts';

export const announcements: Noun = {
  name: 'announcements',
  answers: announcementAnswers,
  meanings: announcementMeanings,
  jobs: announcementJobs,
  audit: [announcementAudit],
  adminPlaces: [
    {
      to: '/admin/game-announcements',
      name: 'admin.announcements.title',
      about: 'admin.announcements.about',
      least: 'staff',
    },
  ],
  seed: (current, { toUserId }) => seedAnnouncements(current, toUserId('staff')),
  findThings: findAnnouncementThings,
  userIds: { announcement_versions: ['changed_by'] },
  withheld: { 'announcement_versions.changed_by': 'staff' },
  ...announcementErasure,
};
