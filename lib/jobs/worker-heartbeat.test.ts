import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import { openDatabase } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { createDatabase } from '#test/database.ts';

import { enqueue } from './enqueue.server.ts';
import { migrateJobs, startJobs } from './jobs.server.ts';

const LOG = pino({ level: 'silent' });
const SCRIPT = fileURLToPath(new URL('../../test/jobs/stuck-worker.ts', import.meta.url));
const HEARTBEAT_MS = 1000;

let connectionString: string;
let db: Database;

beforeAll(async () => {
  connectionString = await createDatabase(inject('databaseUrl'), `life_${randomUUID().slice(0, 8)}`);
  db = openDatabase({ connection: { connectionString }, size: 5, statementTimeout: 5000 });
  await migrateJobs(db.pool, LOG);
  return () => db.close();
});

/** A process that has begun the only job of a name, and hangs there. */
async function stuckIn(name: string): Promise<ChildProcess> {
  await enqueue(db, { name, payload: {} });
  const child = fork(SCRIPT, [connectionString, name]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

const jobOf = async (name: string) => {
  const [job] = await db.query<{ worker: string; attempts: number }>(
    sql`select locked_by as worker, attempts from graphile_worker.jobs where task_identifier = ${name}`,
  );
  return job;
};
/** The sessions that show that a worker lives. */
const showing = async (worker: string) => {
  const rows = await db.query<{ pid: number }>(sql`select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint = hashtextextended('jobs of ' || ${worker}, 0)`);
  return rows.map(({ pid }) => pid);
};

test('a job of a killed process is run again by another, a job of a living one is not', async () => {
  const [dead] = await Promise.all([stuckIn('test:dead'), stuckIn('test:alive')]);
  const { worker: alive = '' } = (await jobOf('test:alive')) ?? {};
  const [session] = await showing(alive);
  const done: string[] = [];
  const jobs = ['test:dead', 'test:alive'].map((name) => ({ name, run: () => Promise.resolve(void done.push(name)) }));
  const worker = await startJobs({ connectionString }, jobs, LOG, HEARTBEAT_MS);
  onTestFinished(() => worker.stop());
  dead.kill('SIGKILL');
  // A living worker whose connection breaks meanwhile shows at once on another that it is there.
  await db.query(sql`select pg_terminate_backend(${session ?? null})`);
  await expect.poll(() => showing(alive)).not.toEqual([session]);
  await expect.poll(async () => (await jobOf('test:dead'))?.worker ?? null, { timeout: 15_000 }).toBeNull();
  // What is given back is found at the next poll, or when a new job wakes the worker.
  await enqueue(db, { name: 'test:dead', payload: {} });
  await expect.poll(() => done).toEqual(['test:dead', 'test:dead']);
  expect(await jobOf('test:alive')).toEqual({ worker: alive, attempts: 1 });
  expect(await showing(alive)).toHaveLength(1);
});

test('a worker that cannot store the result of a job is replaced, and the job is run again', async () => {
  const database = new URL(connectionString).pathname.slice(1);
  const beside = new pg.Client({ connectionString: inject('databaseUrl') });
  await beside.connect();
  onTestFinished(() => beside.end());
  const allowConnections = (isAllowed: boolean) =>
    beside.query(`alter database ${pg.escapeIdentifier(database)} allow_connections ${isAllowed}`);
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs > 1) return;
    await allowConnections(false);
    await db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'worker'`);
  };
  let log = '';
  const logger = pino({ level: 'warn' }, { write: (line: string) => void (log += line) });
  const worker = await startJobs({ connectionString }, [{ name: 'test:cut', run }], logger, HEARTBEAT_MS);
  onTestFinished(() => worker.stop());
  await enqueue(db, { name: 'test:cut', payload: {} });
  await expect.poll(() => log).toContain('another takes its place');
  await allowConnections(true);
  await expect.poll(async () => (await jobOf('test:cut'))?.worker ?? null, { timeout: 15_000 }).toBeNull();
  await enqueue(db, { name: 'test:cut', payload: {} });
  await expect.poll(() => runs).toBe(3);
});
