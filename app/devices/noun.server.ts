import type { Noun } from '#app/noun/noun.server.ts';

import { deviceAnswers } from './answers.server.ts';
import { deviceClientAudit } from './audit-kinds.server.ts';
import { deviceErasure } from './erasure.server.ts';
import { deviceJobs } from './jobs.server.ts';
import { deviceMeanings } from './meanings.server.ts';
import { seedDevices } from './seed-devices.server.ts';

export const devices: Noun = {
  name: 'devices',
  answers: deviceAnswers,
  meanings: deviceMeanings,
  jobs: deviceJobs,
  audit: [deviceClientAudit],
  seed: (current, { toUserId }) => seedDevices(current, toUserId('admin')),
  userIds: { device_clients: ['allowed_by'], device_codes: ['user_id'] },
  ...deviceErasure,
};
