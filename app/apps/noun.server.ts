import type { Noun } from '#app/noun/noun.server.ts';

import { appAnswers } from './answers.server.ts';
import { appDeletion } from './app-deletion.server.ts';
import { appAudit, appKeyAudit } from './audit-kinds.server.ts';
import { appErasure } from './erasure.server.ts';
import { appsJobs } from './jobs.server.ts';
import { keyCreation, keyRotation } from './new-keys.server.ts';

export const apps: Noun = {
  name: 'apps',
  answers: appAnswers,
  jobs: appsJobs,
  meanings: {
    parameters: {
      'apps keyId': 'The key, by its id.',
      'apps appId': 'The app whose servers send the key.',
      'apps name': 'What tells the key from others.',
      'apps scopes': 'The crates, and what may be done there.',
      'apps days': 'How many days it is valid; null until it is revoked.',
      'apps callsPerMinute': 'How many calls it may make in a minute; null where only the limits of the site hold.',
      'apps overlapHours': 'How many hours the old key goes on beside the new one.',
    },
  },
  audit: [appKeyAudit, appAudit],
  approvals: [appDeletion, keyCreation, keyRotation],
  userIds: { app_keys: ['created_by'], apps: ['owner'] },
  withheld: { 'app_keys.created_by': 'staff', 'apps.owner': 'staff' },
  ...appErasure,
};
