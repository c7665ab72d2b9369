import type { Noun } from '#app/noun/noun.server.ts';

import { feedbagAnswers } from './answers.server.ts';
import { feedbackAudit } from './audit-kinds.server.ts';
import { enteredRule } from './entries/entry-rows.server.ts';
import { findEntriesAnywhere } from './entries/find-anywhere.server.ts';
import { isOfFeedbag } from './entry.ts';
import { feedbagErasure } from './erasure.server.ts';
import { addedEntry, commentedEntry, enteredEntry, mentionedIn, settledEntry } from './event-kinds.server.ts';
import { feedbagJobs } from './jobs.server.ts';
import { feedbagMeanings } from './meanings.server.ts';
import { commentReports } from './moderation/comment-reports.server.ts';
import { countWaiting } from './moderation/waiting-counts.server.ts';
import { feedbackRows } from './personal-rows.server.ts';
import { seedFeedbag } from './seed-feedbag.server.ts';
import { entrySubject, ownEntry, projectSubject } from './subjects.server.ts';

export const feedbag: Noun = {
  name: 'feedbag',
  answers: feedbagAnswers,
  meanings: feedbagMeanings,
  jobs: feedbagJobs,
  events: [settledEntry, commentedEntry, addedEntry, enteredEntry, mentionedIn],
  subjects: [entrySubject, projectSubject],
  ownItems: [ownEntry],
  reports: [commentReports],
  audit: [feedbackAudit],
  peopleRules: [enteredRule],
  pendingCounts: [
    {
      door: 'feedback',
      to: '/contact/submissions?view=moderation',
      name: 'admin.waiting.words',
      count: (current, max) => countWaiting(current, isOfFeedbag, max),
    },
  ],
  seed: (current, { toUserId }) => seedFeedbag(current, toUserId),
  findThings: findEntriesAnywhere,
  userIds: {
    feedbag_entries: ['user_id'],
    feedbag_votes: ['user_id', 'added_by'],
    feedbag_webhooks: ['created_by'],
  },
  ...feedbackRows,
  ...feedbagErasure,
};
