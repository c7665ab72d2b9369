import { pino } from 'pino';

import { startJobs } from '#lib/jobs/jobs.server.ts';

/** A process that takes one job and never comes to its end: `node stuck-worker.ts <database> <job>`. */
const [, , connectionString = '', name = ''] = process.argv;
const run = () => new Promise<void>(() => process.send?.('running'));
await startJobs({ connectionString }, [{ name, run }], pino({ level: 'silent' }));
