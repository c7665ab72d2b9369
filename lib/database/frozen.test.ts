import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';
import type { EmbeddedDatabase } from '#lib/postgres/embedded.server.ts';

import { openDatabase } from './database.server.ts';
import type { Database } from './database.server.ts';
import { toDatabaseFailure } from './failures.server.ts';
import { HealthProbe } from './health-probe.server.ts';
import { queryWithin } from './query-within.server.ts';
import { sql } from './sql.server.ts';

let folder: string;
let embedded: EmbeddedDatabase;
let db: Database;
let probe: HealthProbe;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frozen-'));
  await chmod(folder, 0o711);
  embedded = await openEmbeddedDatabase({ dataDir: folder, fsync: false });
  db = openDatabase({ connection: embedded.connection, size: 4, statementTimeout: 500 });
  probe = new HealthProbe(embedded.connection);
});
afterAll(async () => {
  probe.close();
  await db.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Every process of the database, the first of which starts the others. */
async function processes(): Promise<number[]> {
  const [first = ''] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', first], { encoding: 'utf8' });
  return [first, ...children.trim().split(/\s+/)].map(Number);
}

test('a frozen database holds nobody: statements end, whoever asks whether it answers is told, and then all goes on', async () => {
  const read = () => db.query<{ one: number }>(sql`select 1 as one`);
  await Promise.all([read(), read(), probe.isAnswering()]);
  expect(await probe.isAnswering()).toBe(true);
  const pids = await processes();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const statements = [
      ...Array.from({ length: 6 }, () => read().then(() => 'answered', toDatabaseFailure)),
      queryWithin(db.heavy, 100, sql`select 1`).then(() => 'answered', toDatabaseFailure),
      db.transaction(() => Promise.resolve()).then(() => 'answered', toDatabaseFailure),
    ];
    const late = pause(9000, ['late']);
    // Whoever asks within a second of the last time is told the same.
    await Promise.race(statements);
    for (let turn = 0; turn < 2; turn += 1) {
      // A busy machine is late for both timers, and keeps their order.
      const answers = Promise.all([probe.isAnswering(), probe.isAnswering()]);
      expect(await Promise.race([answers, pause(1600, 'late')])).toEqual([false, false]);
    }
    const failures = await Promise.race([Promise.all(statements), late]);
    expect(new Set(failures).isSubsetOf(new Set(['away', 'overloaded']))).toBe(true);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  expect(await read()).toEqual([{ one: 1 }]);
  await expect.poll(() => probe.isAnswering(), { timeout: 5000 }).toBe(true);
});

test('many who ask within a second ask the database once', async () => {
  await expect.poll(() => probe.isAnswering()).toBe(true);
  const [row] = await db.query<{ pid: number }>(sql`select pid from pg_stat_activity where application_name = 'probe'`);
  expect(row).toBeDefined();
  const lastUse = async () =>
    (
      await db.query<{ at: string }>(
        sql`select query_start::text as at from pg_stat_activity where pid = ${row?.pid ?? 0}`,
      )
    )[0];
  await expect.poll(() => probe.isAnswering().then(lastUse)).toBeDefined();
  const before = await lastUse();
  for (let turn = 0; turn < 20; turn += 1) expect(await probe.isAnswering()).toBe(true);
  expect(await lastUse()).toEqual(before);
});
