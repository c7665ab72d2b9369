import type { Current } from '#app/current/current.server.ts';

import { auditAnswers } from './answers.server.ts';
import { chainAudit } from './audit-kinds.server.ts';
import { auditErasure } from './erasure.server.ts';
import { auditJobs } from './jobs.server.ts';
import { auditRows } from './personal-rows.server.ts';

export const audit = {
  name: 'audit',
  answers: auditAnswers,
  jobs: (current: () => Current) => auditJobs(current),
  meanings: {
    parameters: {
      'audit target': 'Only deeds on this.',
      'audit userId': 'Only deeds of this person.',
      'audit action': 'Only deeds of this kind; the word before the dot is for all kinds of a thing.',
      'audit seenAs': 'Only deeds behind a masquerade: as this role, or any.',
      'audit reason': 'Only deeds with these words in their reason.',
      'audit since': 'Only deeds of this day and later, in UTC.',
      'audit until': 'Only deeds of this day and earlier, in UTC.',
    },
  },
  audit: [chainAudit],
  userIds: { audit: ['user_id'] },
  ...auditRows,
  ...auditErasure,
};
