import type { Noun } from '#app/noun/noun.server.ts';

import { appAnswers } from './answers.server.ts';
import { appKeyAudit } from './audit-kinds.server.ts';

export const apps: Noun = {
  name: 'apps',
  answers: appAnswers,
  audit: [appKeyAudit],
  userIds: { app_keys: ['created_by'] },
};
