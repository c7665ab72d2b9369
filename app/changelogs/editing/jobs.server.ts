import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { RUN_SCHEDULE, runReleaseSchedule } from './release-publications.server.ts';

const OfSchedule = z.object({ crateId: z.string(), itemId: z.uuid(), action: z.string() });

export function changelogJobs(current: () => Current): Job[] {
  return [{ name: RUN_SCHEDULE, run: (payload) => runReleaseSchedule(current(), OfSchedule.parse(payload)) }];
}
