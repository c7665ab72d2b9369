import type { PersonalData } from '#app/current/personal-data.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';

import { deletionErasure } from './erasure.server.ts';
import { deletionJobs } from './jobs.server.ts';
import { deletionLinkMail } from './link.mail.tsx';

/** @param data what all nouns keep about people */
export const deletions = (data: () => readonly PersonalData[]): Noun => ({
  name: 'deletions',
  jobs: (current) => deletionJobs(current, data),
  mails: [deletionLinkMail],
  ...deletionErasure,
});
