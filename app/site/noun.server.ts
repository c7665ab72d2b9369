import type { Noun } from '#app/noun/noun.server.ts';

import { siteAnswers } from './answers.server.ts';
import { siteJobs } from './jobs.server.ts';

export const site: Noun = {
  name: 'site',
  answers: siteAnswers,
  jobs: siteJobs,
};
