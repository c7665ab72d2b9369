import { randomUUID } from 'node:crypto';

import type { Runner } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { openDatabase } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { createDatabase } from '#test/database.ts';

import { startJobs } from './jobs.server.ts';

const ADD = `select graphile_worker.add_job('test:note', json_build_object('what', $1::text))`;

let db: Database<object>;
let worker: Runner;
const done: unknown[] = [];
const lines: { level: number; msg: string }[] = [];
let failures = 1;

beforeAll(async () => {
  const connectionString = await createDatabase(inject('databaseUrl'), `jobs_${randomUUID().slice(0, 8)}`);
  db = openDatabase({ connection: { connectionString }, size: 5, statementTimeout: 5000 });
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
  );
  const note = { name: 'test:note', run: (payload: unknown) => Promise.resolve(void done.push(payload)) };
  const fail = {
    name: 'test:fail',
    cron: '0 0 1 1 *',
    run: () => ((failures -= 1) < 0 ? Promise.resolve(void done.push('at last')) : Promise.reject(new Error('once'))),
  };
  worker = await startJobs(db.pool, [note, fail], log);
});
afterAll(async () => {
  await worker.stop();
  await db.close();
});

test('a job that is enqueued in a transaction runs if it commits, and only then', async () => {
  const undone = db.transaction(async (transaction) => {
    await transaction.run(ADD, ['rolled back']);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await db.transaction(async (transaction) => {
    await transaction.run(ADD, ['first']);
    await transaction.run(ADD, ['second']);
    // Another connection does not see them yet.
    expect(await db.run('select from graphile_worker.jobs')).toEqual([]);
  });
  await expect.poll(() => done.length).toBe(2);
  expect(done.splice(0)).toEqual(expect.arrayContaining([{ what: 'first' }, { what: 'second' }]));
  await expect.poll(() => db.run('select from graphile_worker.jobs')).toEqual([]);
});

test('a job that fails is logged as an error and tried again', async () => {
  await db.run(`select graphile_worker.add_job('test:fail')`);
  await expect.poll(() => lines.filter(({ level, msg }) => level === 50 && msg.includes('once'))).toHaveLength(1);
  await db.run(`update graphile_worker._private_jobs set run_at = now() where attempts > 0`);
  await db.run(ADD, ['wakes the worker']);
  await expect.poll(() => done, { timeout: 10_000 }).toContain('at last');
});
