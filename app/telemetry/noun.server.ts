import type { Noun } from '#app/noun/noun.server.ts';

import { telemetryAnswers } from './answers.server.ts';
import { telemetryJobs } from './jobs.server.ts';

export const telemetry: Noun = {
  name: 'telemetry',
  answers: telemetryAnswers,
  meanings: {
    parameters: {
      'telemetry data': 'What happened, the earliest first.',
    },
  },
  jobs: telemetryJobs,
};
