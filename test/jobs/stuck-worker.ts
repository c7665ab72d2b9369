import { pino } from 'pino';

import { openDatabase } from '#lib/database/database.server.ts';
import { startJobs } from '#lib/jobs/jobs.server.ts';

/** A process that takes one job and never comes to its end: `node stuck-worker.ts <database> <job>`. */
const [, , connectionString = '', name = ''] = process.argv;
const db = openDatabase({ connection: { connectionString }, size: 5, statementTimeout: 5000 });
const run = () => new Promise<void>(() => process.send?.('running'));
await startJobs(db.pool, [{ name, run }], pino({ level: 'silent' }));
