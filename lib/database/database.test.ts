import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { createDatabase } from '#test/database.ts';

import { retryAfterDeadlock, openDatabase } from './database.server.ts';
import type { Database, Queryable } from './database.server.ts';
import { Listener } from './listener.server.ts';
import { migrate, migrateUnderLock } from './migrate.server.ts';
import { RowCache } from './row-cache.server.ts';
import { sql } from './sql.server.ts';

let connectionString: string;
let db: Database;
let listener: Listener;
let rowCache: RowCache;

beforeAll(async () => {
  connectionString = await createDatabase(inject('databaseUrl'), `database_${randomUUID().slice(0, 8)}`);
  db = openDatabase({ connection: { connectionString }, size: 10, statementTimeout: 10_000 });
  await db.query(sql`create table counters (name text primary key, value int not null)`);
  await db.query(sql`insert into counters values ('a', 0), ('b', 0), ('kept', 1)`);
  listener = new Listener({ connectionString }, 'changed');
  rowCache = new RowCache(listener);
  await listener.open();
});
afterAll(async () => {
  listener.close();
  await db.close();
});

const valueOf = async (name: string, from: Pick<Database, 'query'> = db) => {
  const [row] = await from.query<{ value: number }>(sql`select value from counters where name = ${name}`);
  return row?.value;
};
const add = (from: Pick<Database, 'query'>, name: string) =>
  from.query(sql`update counters set value = value + 1 where name = ${name}`);

test('a statement that is refused keeps its connection', async () => {
  const single = openDatabase({ connection: { connectionString }, size: 1, statementTimeout: 10_000 });
  const pid = async () => (await single.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
  const before = await pid();
  await expect(single.query(sql`insert into counters values ('a', 0)`)).rejects.toMatchObject({ code: '23505' });
  expect(await pid()).toBe(before);
  await expect(single.query(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow();
  expect(await pid()).not.toBe(before);
  await single.close();
});

describe('a transaction', () => {
  test('keeps everything or nothing, and gives its connection back either way', async () => {
    const before = await valueOf('a');
    const broken = Array.from({ length: 30 }, () =>
      db.transaction(async (inside) => {
        await add(inside, 'a');
        throw new Error('no');
      }),
    );
    expect((await Promise.allSettled(broken)).map(({ status }) => status)).toEqual(broken.map(() => 'rejected'));
    expect(await valueOf('a')).toBe(before);
    await Promise.all(broken.map(() => db.transaction((inside) => add(inside, 'a'))));
    expect(await valueOf('a')).toBe((before ?? 0) + broken.length);
  });

  test('runs what waits for its commit, also from transactions inside, and never after a rollback', async () => {
    const calls: string[] = [];
    db.whenCommitted(() => calls.push('at once'));
    await db.transaction(async (outer) => {
      outer.whenCommitted(() => calls.push('outer'));
      await outer.transaction(async (inner) => inner.whenCommitted(() => calls.push('inner')));
      expect(calls).toEqual(['at once']);
    });
    expect(calls).toEqual(['at once', 'outer', 'inner']);
    const broken = db.transaction(async (outer) => {
      outer.whenCommitted(() => calls.push('never'));
      await outer.query(sql`select no such thing`);
    });
    await expect(broken).rejects.toThrow();
    expect(calls).toHaveLength(3);
  });

  test('joins the one around it, so that ten of them do not wait for an eleventh connection', async () => {
    const before = (await valueOf('b')) ?? 0;
    const nested = Array.from({ length: 10 }, () =>
      db.transaction(async (outer) => {
        await outer.query(sql`select`);
        await outer.transaction((inner) => add(inner, 'b'));
        throw new Error('the outer one ends both');
      }),
    );
    const results = await Promise.allSettled(nested);
    expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
      nested.map(() => 'Error: the outer one ends both'),
    );
    expect(await valueOf('b')).toBe(before);
  });

  test('leaves the pool able to work when its connection is cut', async () => {
    const cut = db.transaction((inside) => inside.query(sql`select pg_terminate_backend(pg_backend_pid())`));
    await expect(cut).rejects.toThrow();
    expect(await Promise.all(Array.from({ length: 20 }, () => valueOf('kept')))).toEqual(
      Array.from({ length: 20 }, () => 1),
    );
  });

  test('runs again when PostgreSQL ends it for a deadlock', async () => {
    const [a, b] = [await valueOf('a'), await valueOf('b')];
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const both = (first: string, second: string, mine: 0 | 1) =>
      retryAfterDeadlock(db, () =>
        db.transaction(async (inside) => {
          await add(inside, first);
          met[mine].resolve();
          await met[mine === 0 ? 1 : 0].promise;
          await add(inside, second);
        }),
      );
    await Promise.all([both('a', 'b', 0), both('b', 'a', 1)]);
    expect([await valueOf('a'), await valueOf('b')]).toEqual([(a ?? 0) + 2, (b ?? 0) + 2]);
  });
});

describe('the row cache', () => {
  const KIND = { topic: 'counter' };
  let loads = 0;
  const remembered = (key = 'a') => rowCache.get<number>(KIND, key, db, async () => ((loads += 1), valueOf(key)));
  const loadsOf = async (work: () => Promise<unknown>) => {
    const before = loads;
    await work();
    return loads - before;
  };

  test('loads a row once for simultaneous callers, until it is notified of a change', async () => {
    expect(await loadsOf(() => Promise.all([remembered(), remembered(), remembered()]))).toBe(1);
    expect(await loadsOf(remembered)).toBe(0);
    await add(db, 'a');
    await db.query(sql`select pg_notify('changed', 'counter:a')`);
    await expect.poll(() => remembered()).toBe(await valueOf('a'));
    rowCache.forget(KIND, 'a');
    expect(await loadsOf(remembered)).toBe(1);
  });

  test('lets a transaction read its row itself, not wait for others who wait for a connection, and keeps nothing of it', async () => {
    const single = openDatabase({ connection: { connectionString }, size: 2, statementTimeout: 10_000 });
    const [inside, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ofCounter = (from: Queryable) => rowCache.get<number>(KIND, 'kept', from, (db) => valueOf('kept', db));
    const within = single.transaction(async (transaction) => {
      inside.resolve();
      await go.promise;
      return ofCounter(transaction);
    });
    await inside.promise;
    const waiting = ofCounter(single);
    go.resolve();
    expect(await Promise.all([within, waiting])).toEqual([1, 1]);
    rowCache.forget(KIND, 'kept');
    await single.transaction(ofCounter);
    expect(await loadsOf(() => remembered('kept'))).toBe(1);
    await single.close();
  });

  test('keeps ten thousand rows of a kind, and many of one push out none of another', async () => {
    const other = { topic: 'number' };
    const numberOf = (key: number) => rowCache.get(other, String(key), db, async () => ((loads += 1), key));
    await remembered();
    for (let key = 0; key <= 10_000; key += 1) await numberOf(key);
    expect(await loadsOf(remembered)).toBe(0);
    expect(await loadsOf(() => numberOf(10_000))).toBe(0);
    expect(await loadsOf(() => numberOf(0))).toBe(1);
  });

  test('keeps neither what does not exist nor what could not be loaded', async () => {
    expect(await loadsOf(async () => [await remembered('nobody'), await remembered('nobody')])).toBe(2);
    const failing = () => rowCache.get<number>(KIND, 'broken', db, () => Promise.reject(new Error('no')));
    await expect(failing()).rejects.toThrow('no');
    expect(await rowCache.get<number>(KIND, 'broken', db, () => Promise.resolve(5))).toBe(5);
  });

  test('keeps nothing while notifications cannot arrive, and forgets what it had', async () => {
    await remembered();
    await db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'listener' and datname = current_database()`);
    await expect.poll(() => listener.isListening()).toBe(false);
    await add(db, 'a');
    expect(await remembered()).toBe(await valueOf('a'));
    expect(await loadsOf(async () => [await remembered(), await remembered()])).toBe(2);
    await expect.poll(() => listener.isListening(), { timeout: 5000 }).toBe(true);
    expect(await loadsOf(async () => [await remembered(), await remembered()])).toBe(1);
  });

  test('is passed by eight seconds after PostgreSQL answered last, also in a process that was stopped meanwhile', async () => {
    await remembered();
    const [{ epoch }, now] = [rowCache, performance.now()];
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 8000);
    const reading = remembered();
    clock.mockRestore();
    expect(await loadsOf(remembered)).toBe(1);
    expect([await reading, rowCache.epoch > epoch]).toEqual([await valueOf('a'), true]);
    await expect.poll(() => listener.isListening()).toBe(true);
    expect(await loadsOf(async () => [await remembered(), await remembered()])).toBe(1);
  });
});

test('migrations run once each, in their order, however many processes start at the same time', async () => {
  const files = { '0002-second.sql': 'insert into made values (2)', '0001-first.sql': 'create table made (step int)' };
  const processes = Array.from({ length: 4 }, () =>
    openDatabase({ connection: { connectionString }, size: 2, statementTimeout: 10_000 }),
  );
  const ran = await Promise.all(processes.map(({ pool }) => migrate(pool, files)));
  expect(ran.flat()).toEqual(['0001-first', '0002-second']);
  expect(await db.query(sql`select step from made`)).toEqual([{ step: 2 }]);
  const more = { ...files, '0003-broken.sql': 'insert into made values (3); select no_such_column' };
  await expect(migrate(db.pool, more)).rejects.toThrow('no_such_column');
  expect(await db.query(sql`select step from made`)).toEqual([{ step: 2 }]);
  await Promise.all(processes.map((process) => process.close()));
});

test('migrations under the lock run in one process after the other', async () => {
  const steps: string[] = [];
  const work = async () => {
    steps.push('begin');
    await db.query(sql`select pg_sleep(0.02)`);
    steps.push('end');
  };
  await Promise.all(Array.from({ length: 3 }, () => migrateUnderLock({ connectionString }, work)));
  expect(steps).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
});
