import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { dropDatasetRows, sumUpDatasets } from './datasets/dataset-sums.server.ts';
import { dropIssues, groupErrors } from './issues/grouping.server.ts';
import type { FindStaff } from './issues/grouping.server.ts';
import { dropSourceMaps } from './issues/source-maps.server.ts';
import { dropOld, openMonths } from './partitions.server.ts';
import { rollUp } from './roll-ups.server.ts';
import { destroySalts } from './visitors.server.ts';
import { checkBudgets } from './vitals/vitals.server.ts';

/** @param findStaff whom errors that come again are told */
export function telemetryJobs(current: () => Current, findStaff: FindStaff): Job[] {
  const now = () => current().now();
  return [
    { name: 'telemetry:destroySalts', cron: '1 0 * * *', run: () => destroySalts(current().db, now()) },
    { name: 'telemetry:openMonths', cron: '7 2 * * *', run: () => openMonths(current().db, now()) },
    { name: 'telemetry:rollUp', cron: '5 * * * *', run: () => rollUp(current()) },
    { name: 'telemetry:dropOld', cron: '27 2 * * *', run: () => dropOld(current().db, now()) },
    { name: 'telemetry:groupErrors', cron: '* * * * *', run: () => groupErrors(current(), findStaff) },
    { name: 'telemetry:checkBudgets', cron: '37 * * * *', run: () => checkBudgets(current(), findStaff) },
    { name: 'telemetry:sumUpDatasets', cron: '12 * * * *', run: () => sumUpDatasets(current()) },
    { name: 'telemetry:dropDatasetRows', cron: '17 2 * * *', run: () => dropDatasetRows(current()) },
    { name: 'telemetry:dropIssues', cron: '47 2 * * *', run: () => dropIssues(current()) },
    { name: 'telemetry:dropSourceMaps', cron: '57 2 * * *', run: () => dropSourceMaps(current()) },
  ];
}
