import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import type { ExportCatalog } from './export-catalog.server.ts';
import { EXPORTS_TOPIC, endExports } from './exports.server.ts';
import { runExports } from './making/run.server.ts';

export function exportJobs(current: () => Current, catalog: () => ExportCatalog): Job[] {
  return [
    // Beside the worker, whose few places are for mails that somebody waits for.
    { name: 'exports:runExports', topics: [EXPORTS_TOPIC], run: () => runExports(current(), catalog()) },
    { name: 'exports:wakeExports', cron: '* * * * *', run: async () => current().pubSub.publish(EXPORTS_TOPIC) },
    { name: 'exports:endExports', cron: '*/10 * * * *', run: () => endExports(current()) },
  ];
}
