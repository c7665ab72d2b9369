import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { createDatabase } from '#test/database.ts';

import { openDatabase } from './database.server.ts';
import type { Database, DatabaseOptions } from './database.server.ts';
import { ConnectionFailure, NoConnectionFree, databaseProblem, toDatabaseFailure } from './failures.server.ts';
import { toQuery, sql } from './sql.server.ts';
import type { Sql } from './sql.server.ts';

let connectionString: string;
let stranger: Database;

beforeAll(async () => {
  connectionString = await createDatabase(inject('databaseUrl'), `pool_${randomUUID().slice(0, 8)}`);
  stranger = openDatabase({ connection: { connectionString }, size: 8, statementTimeout: 60_000 });
  await stranger.query(sql`create table rows (id int primary key, value int not null)`);
  await stranger.query(sql`create table held ()`);
  await stranger.query(sql`insert into rows select id, 0 from generate_series(1, 20) id`);
});
/** Closed after all tests, of which some run beside each other. */
const opened: Database[] = [];
afterAll(() => Promise.all([stranger, ...opened].map((db) => db.close())));

function open(options: Partial<DatabaseOptions> = {}): Database {
  const db = openDatabase({ connection: { connectionString }, size: 8, statementTimeout: 10_000, ...options });
  opened.push(db);
  return db;
}

const read = (db: Database) => db.query<{ one: number }>(sql`select 1 as one`);
const write = (db: Database, id = 1) => db.query(sql`update rows set value = value + 1 where id = ${id}`);
const sleep = (db: Database, seconds: number) => db.query(sql`select pg_sleep(${seconds})`);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Locks a row until the end of `work`. */
async function whileHeld<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  return stranger.transaction(async (holder) => {
    await holder.query(sql`select from rows where id = ${id} for update`);
    return work();
  });
}

// They mostly wait, so beside each other: each on connections and rows of its own.
describe.concurrent('the shares of the connections', () => {
  test('answer quick statements while heavy ones take all of theirs and more wait', async () => {
    const db = open();
    const ended = await stranger.transaction(async (holder) => {
      await holder.query(sql`lock table held in access exclusive mode`);
      const flood = Promise.all(Array.from({ length: 12 }, () => db.heavy.query(sql`select from held`)));
      for (let turn = 0; turn < 50; turn += 1) await read(db);
      return () => flood;
    });
    await ended();
  });

  test('leave connections to readers while writers wait for a row', async () => {
    const db = open();
    await Promise.all(Array.from({ length: 6 }, () => read(db)));
    const blocked = await whileHeld(1, async () => {
      const blocked = Array.from({ length: 20 }, () => refusalOf(write(db)));
      const first = Promise.race(blocked);
      const reads = (async () => {
        for (let turn = 0; turn < 10; turn += 1) await read(db);
        return 'reads';
      })();
      expect(await Promise.race([first, reads])).toBe('reads');
      expect(toDatabaseFailure(await first)).toBe('busy');
      return () => Promise.all(blocked);
    });
    // Those that are left write when the row is free.
    expect(await blocked()).toContain(undefined);
  });

  test('refuse a heavy statement at once when too many wait, and one that waits too long', async () => {
    const db = open({ size: 2 });
    const running = refusalOf(sleep(db.heavy, 5.5));
    const start = performance.now();
    const waiting = Array.from({ length: 10 }, () => refusalOf(sleep(db.heavy, 0)));
    const oneMore = refusalOf(sleep(db.heavy, 0)).then((refusal) => ({ oneMore: refusal }));
    expect(await Promise.race([oneMore, ...waiting])).toEqual({ oneMore: expect.any(NoConnectionFree) });
    const refusals = await Promise.all(waiting);
    expect(performance.now() - start).toBeGreaterThan(4500);
    expect(refusals.every((error) => error instanceof NoConnectionFree)).toBe(true);
    expect(databaseProblem(refusals[0])).toMatchObject({ status: 503, details: { headers: { 'retry-after': '2' } } });
    await running;
    expect(await read(db.heavy)).toEqual([{ one: 1 }]);
  });

  test('let callers take turns, and refuse none for what another one asks', async () => {
    const db = open({ size: 2 });
    const ended: string[] = [];
    const ask = (caller: string) =>
      refusalOf(sleep(db.heavyFor(caller), 0.1).then(() => ended.push(caller))).then((refusal) => [caller, refusal]);
    const flood = Array.from({ length: 11 }, () => ask('flooder'));
    const others = ['ann', 'ann', 'bob'].map((caller) => ask(caller));
    const answers = await Promise.all([...flood, ...others]);
    expect(ended.slice(0, 6)).toEqual(['flooder', 'flooder', 'ann', 'bob', 'flooder', 'ann']);
    const refused = answers.filter(([, refusal]) => refusal instanceof NoConnectionFree);
    expect(refused.map(([caller]) => caller)).toEqual(['flooder', 'flooder', 'flooder']);
    expect(await read(db.heavy)).toEqual([{ one: 1 }]);
  });

  test('tell a writer that others hold the row while they still do, and give up nothing else', async () => {
    const db = open();
    const refusal = await whileHeld(2, () => refusalOf(db.transaction((inside) => write(inside, 2))));
    expect(databaseProblem(refusal)).toMatchObject({ status: 503, code: 'database.busy' });
    await write(db, 2);
  });

  test('hold with two connections in all', async () => {
    const db = open({ size: 2 });
    const ways = [
      read,
      (db: Database) => read(db.heavy),
      (db: Database) => db.transaction((inside) => write(inside, 3)),
    ];
    await Promise.all(Array.from({ length: 10 }, () => ways.map((ask) => ask(db))).flat());
    expect(db.pool.totalCount + db.heavy.pool.totalCount).toBe(2);
  });

  test('let quick statements go by keys, and heavy ones as the planner likes', async () => {
    const db = open();
    const scans = async (from: Database) => (await from.query<{ enable_seqscan: string }>(sql`show enable_seqscan`))[0];
    expect([await scans(db), await scans(db.heavy)]).toEqual([{ enable_seqscan: 'off' }, { enable_seqscan: 'on' }]);
  });
});

describe('a transaction', () => {
  test('is told when it waits for a second connection, also of the heavy ones', async () => {
    const db = open();
    const asking = (ask: () => Promise<unknown>) => refusalOf(db.transaction(() => ask()));
    for (const ask of [() => read(db), () => read(db.heavy), () => db.transaction(read)]) {
      expect(String(await asking(ask))).toContain('second connection');
    }
    expect(await db.transaction((inside) => read(inside.heavy))).toEqual([{ one: 1 }]);
    const later: Promise<unknown>[] = [];
    await db.transaction(async () => void later.push(pause(20).then(() => read(db))));
    expect(await Promise.all(later)).toEqual([[{ one: 1 }]]);
  });

  test('may ask for more time than other statements have', async () => {
    const db = open({ statementTimeout: 100 });
    expect(toDatabaseFailure(await refusalOf(db.transaction((inside) => sleep(inside, 0.3))))).toBe('slow');
    await db.transaction(async (inside) => {
      await inside.extendTimeout(5000);
      await sleep(inside, 0.3);
    });
    expect(toDatabaseFailure(await refusalOf(sleep(db, 0.3)))).toBe('slow');
  });
});

test('what writes or locks is told from its text', () => {
  const mayBlock = (statement: Sql) => toQuery(statement).mayBlock;
  const blocking = [
    sql`insert into rows values (1)`,
    sql`with gone as (delete from rows returning id) select from gone`,
    sql`update rows set value = ${1}`,
    sql`select from rows for no key update`,
    sql`select from rows ${sql`for update`}`,
    sql`select from rows for key share of rows`,
    sql`select pg_advisory_xact_lock(1)`,
    sql`select from graphile_worker.add_job('a')`,
  ];
  expect(blocking.map(mayBlock)).toEqual(blocking.map(() => true));
  const reads = [
    sql`select updated_at, deleted_by from rows`,
    sql`select from changes where kind = 'delete' or kind = 'update'`,
    sql`select pg_sleep(1)`,
  ];
  expect(reads.map(mayBlock)).toEqual(reads.map(() => false));
});

describe('a failure of the database', () => {
  test.each([
    ['53100', 'full', 507],
    ['53300', 'away', 503],
    ['57P01', 'away', 503],
    ['57P03', 'away', 503],
    ['25006', 'away', 503],
    ['55P03', 'busy', 503],
    ['40P01', 'busy', 503],
    ['08006', 'away', 503],
  ])('%s is %s, answered %i with a time to come back', async (state, failure, status) => {
    const db = open();
    await stranger.query(
      sql.raw(`create or replace function raise_state(state text) returns void language plpgsql as
        $$ begin raise exception 'no' using errcode = state; end $$`),
    );
    const error = await refusalOf(db.query(sql`select raise_state(${state})`));
    expect(toDatabaseFailure(error)).toBe(failure);
    expect(databaseProblem(error)).toMatchObject({
      status,
      details: { headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string } },
    });
  });

  test('is none for bad data, a broken rule or a bug', async () => {
    const db = open();
    const errors = [
      await refusalOf(db.query(sql`insert into rows values (1, 0)`)),
      await refusalOf(db.query(sql`select ${'x'}::int`)),
      await refusalOf(db.query(sql`select no_such_column`)),
      new TypeError('a bug'),
      Object.assign(new Error('a file'), { code: 'ENOENT' }),
    ];
    expect(errors.map(toDatabaseFailure)).toEqual(errors.map(() => undefined));
  });

  test('is told when nothing listens, and when the connection is cut', async () => {
    const nowhere = open({ connection: { host: '127.0.0.1', port: 1, user: 'nobody' } });
    expect(await refusalOf(read(nowhere))).toBeInstanceOf(ConnectionFailure);
    const db = open();
    const [row] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const cut = refusalOf(sleep(db, 5));
    await stranger.query(sql`select pg_terminate_backend(${row?.pid ?? null}), pg_sleep(0.05)`);
    expect(toDatabaseFailure(await cut)).toBe('away');
    expect(await read(db)).toEqual([{ one: 1 }]);
  });
});
