import type { Current } from '#app/current/current.server.ts';
import { ScheduledTask } from '#app/editor/schedules.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { RUN_SCHEDULE, runReleaseSchedule } from './release-publications.server.ts';

export function changelogJobs(current: () => Current): Job[] {
  return [{ name: RUN_SCHEDULE, run: (payload) => runReleaseSchedule(current(), ScheduledTask.parse(payload)) }];
}
