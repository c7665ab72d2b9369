import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import { ScheduledTask } from '#app/editor/schedules.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { runPostSchedule } from './post-schedules.server.ts';
import { FINISH_PUBLICATION, RUN_SCHEDULE, finishPublication } from './publications.server.ts';

const OfItem = z.object({ itemId: z.uuid() });

export function postJobs(current: () => Current): Job[] {
  return [
    { name: FINISH_PUBLICATION, run: (payload) => finishPublication(current(), OfItem.parse(payload).itemId) },
    { name: RUN_SCHEDULE, run: (payload) => runPostSchedule(current(), ScheduledTask.parse(payload)) },
  ];
}
