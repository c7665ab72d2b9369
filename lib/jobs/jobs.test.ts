import { randomUUID } from 'node:crypto';

import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';

import { openDatabase } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { migrateUnderLock } from '#lib/database/migrate.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { createDatabase } from '#test/database.ts';

import { enqueue } from './enqueue.server.ts';
import { migrateJobs, runDueJobs, startJobs } from './jobs.server.ts';
import type { Worker } from './jobs.server.ts';

const LOG = pino({ level: 'silent' });
const noted = (what: string) => ({ name: 'test:note', payload: { what } });

let connection: string;
let db: Database;
let worker: Worker;
const done: unknown[] = [];
const lines: { level: number; msg: string }[] = [];
let failures = 1;

beforeAll(async () => {
  connection = await createDatabase(inject('databaseUrl'), `jobs_${randomUUID().slice(0, 8)}`);
  db = openDatabase({ connection: { connectionString: connection }, size: 5, statementTimeout: 5000 });
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
  worker = await startJobs({ connectionString: connection }, [note, fail], log);
});
afterAll(async () => {
  await worker.stop();
  await db.close();
});

test('the library finds nothing to warn of in the connections that it is given, beside those of migrations', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  await migrateUnderLock({ connectionString: connection }, (pool) => migrateJobs(pool, LOG));
  await migrateJobs(db.pool, LOG);
  expect(warn.mock.calls).toEqual([]);
});

test('a job that is enqueued in a transaction runs if it commits, and only then', async () => {
  const undone = db.transaction(async (transaction) => {
    await enqueue(transaction, noted('rolled back'));
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  const beside = openDatabase({ connection: { connectionString: connection }, size: 2, statementTimeout: 5000 });
  onTestFinished(() => beside.close());
  await db.transaction(async (transaction) => {
    await enqueue(transaction, noted('first'));
    await enqueue(transaction, noted('second'));
    // Another connection does not see them yet.
    expect(await beside.query(sql`select from graphile_worker.jobs`)).toEqual([]);
  });
  await expect.poll(() => done.length).toBe(2);
  expect(done.splice(0)).toEqual(expect.arrayContaining([{ what: 'first' }, { what: 'second' }]));
  await expect.poll(() => db.query(sql`select from graphile_worker.jobs`)).toEqual([]);
});

test('a job that fails is logged as an error and tried again', async () => {
  await enqueue(db, { name: 'test:fail', payload: {} });
  await expect.poll(() => lines.filter(({ level, msg }) => level === 50 && msg.includes('once'))).toHaveLength(1);
  // It is logged before it is written.
  const failed = () =>
    db.query(sql`update graphile_worker._private_jobs set run_at = now() where last_error = 'once' returning id`);
  await expect.poll(failed).toHaveLength(1);
  await enqueue(db, noted('wakes the worker'));
  await expect.poll(() => done, { timeout: 10_000 }).toContain('at last');
});

test('processes that start at once make the tables together, and due jobs run until none is left', async () => {
  const connectionString = await createDatabase(inject('databaseUrl'), `jobs_${randomUUID().slice(0, 8)}`);
  const fresh = openDatabase({ connection: { connectionString }, size: 5, statementTimeout: 5000 });
  onTestFinished(() => fresh.close());
  await Promise.all([1, 2, 3].map(() => migrateJobs(fresh.pool, LOG)));
  const ran: unknown[] = [];
  const note = {
    name: 'test:note',
    run: async (payload: unknown) => {
      if (ran.push(payload) === 1) await enqueue(fresh, noted('by another job'));
    },
  };
  await enqueue(fresh, noted('replaced'), { key: 'same' });
  await enqueue(fresh, noted('once'), { key: 'same' });
  await enqueue(fresh, noted('tomorrow'), { runAt: new Date(Date.now() + 86_400_000) });
  await runDueJobs(fresh.pool, [note], LOG);
  expect(ran).toEqual([{ what: 'once' }, { what: 'by another job' }]);
});

test('a job that always fails is given up after its last attempt', async () => {
  await enqueue(db, { name: 'test:never', payload: {} }, { maxAttempts: 1 });
  const never = { name: 'test:never', run: () => Promise.reject(new Error('never')) };
  await runDueJobs(db.pool, [never], LOG);
  const jobs = await db.query(
    sql`select attempts, last_error from graphile_worker.jobs where task_identifier = 'test:never'`,
  );
  expect(jobs).toEqual([{ attempts: 1, last_error: 'never' }]);
});
