import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { pruneGeneratedImages } from './making/generated-images.server.ts';

export function mediaJobs(current: () => Current): Job[] {
  return [{ name: 'media:pruneMade', cron: '29 4 * * *', run: () => pruneGeneratedImages(current()) }];
}
