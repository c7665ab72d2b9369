import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { dropOld, openMonths } from './partitions.server.ts';
import { rollUp } from './roll-ups.server.ts';
import { destroySalts } from './visitors.server.ts';

export function telemetryJobs(current: () => Current): Job[] {
  const now = () => current().now();
  return [
    { name: 'telemetry:destroySalts', cron: '1 0 * * *', run: () => destroySalts(current().db, now()) },
    { name: 'telemetry:openMonths', cron: '7 2 * * *', run: () => openMonths(current().db, now()) },
    { name: 'telemetry:rollUp', cron: '5 * * * *', run: () => rollUp(current()) },
    { name: 'telemetry:dropOld', cron: '27 2 * * *', run: () => dropOld(current().db, now()) },
  ];
}
