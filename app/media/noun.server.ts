import type { Noun } from '#app/noun/noun.server.ts';

import { mediaAnswers } from './answers.server.ts';
import { snippetAudit } from './audit-kinds.server.ts';
import { mediaErasure } from './erasure.server.ts';
import { mediaJobs } from './jobs.server.ts';

export const media: Noun = {
  name: 'media',
  answers: mediaAnswers,
  meanings: {
    parameters: {
      'media name': 'The name of the picture: lowercase letters, digits and hyphens.',
    },
  },
  jobs: mediaJobs,
  audit: [snippetAudit],
  userIds: { media_snippets: ['uploaded_by'] },
  withheld: { 'media_snippets.uploaded_by': 'staff' },
  ...mediaErasure,
};
