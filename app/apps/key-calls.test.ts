import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { CreatedAppKey } from './app-key.ts';
import { KeyCalls } from './key-calls.server.ts';
import { getKeyFigures, listCalls, listKeyFigures, sweepKeyCalls } from './key-figures.server.ts';

const site = useTestSite();
const HOUR_MS = 3_600_000;

async function makeKey(appId: string, change: object = {}): Promise<CreatedAppKey> {
  const body = { appId, name: 'One', scopes: [{ crateId: '*', may: ['read'] }], days: null, ...change };
  return dataOf(await site.ask('admin', '/api/apps/keys', { method: 'POST', body }));
}

const sendWith = (to: TestSite, key: string, path = '/api/version') =>
  to.ask(undefined, path, { headers: { 'rumpus-app-key': key } });
const figuresOf = ({ appId, keyId }: CreatedAppKey) => getKeyFigures(systemCurrent(site.parts), appId, keyId);

test('2,000 parallel calls in two processes are counted exactly, once these have written them', async () => {
  const beside = await site.openBeside();
  const made = await makeKey('parallel');
  const paths = ['/api/version', '/api/version', '/api/auth/accounts/@me', '/api/nothing'];
  const all = Array.from({ length: 2000 }, (_, at) => sendWith(at % 2 ? site : beside, made.key, paths[at % 4]));
  expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200, 403, 404]));
  await Promise.all([site.parts.keyCalls.flush(), beside.parts.keyCalls.flush()]);
  expect((await figuresOf(made)).day).toEqual({ calls: 2000, errors: 1000, refusals: 0 });
  const current = systemCurrent(site.parts);
  for (const span of ['day', 'month'] as const) {
    const spans = await listCalls(current, made.keyId, span);
    expect([spans.length, spans.reduce((sum, { calls }) => sum + calls, 0)]).toEqual([span === 'day' ? 24 : 30, 2000]);
  }
  await beside.close();
});

test('a process that stops writes what it has counted', async () => {
  const beside = await site.openBeside();
  const made = await makeKey('stopped');
  await sendWith(beside, made.key);
  await beside.close();
  expect((await figuresOf(made)).day.calls).toBe(1);
});

test('a call costs no statement of its own', async () => {
  const made = await makeKey('cheap');
  const statements: string[] = [];
  const { db } = site.parts;
  const query = (text: Parameters<Queryable['query']>[0]) => {
    statements.push('one');
    return db.query(text);
  };
  const counted = { query } as unknown as Queryable;
  const calls = new KeyCalls({ db: counted, now: () => new Date(), onError: () => {} });
  for (let at = 0; at < 1000; at += 1) calls.count(made.keyId, 200);
  expect(statements).toHaveLength(0);
  await calls.flush();
  expect(statements).toHaveLength(1);
  expect((await figuresOf(made)).day.calls).toBe(1000);
});

test('counts that the database does not take stay for the next time, and those of deleted keys are left out', async () => {
  const made = await makeKey('later');
  const lost: number[] = [];
  let isAway = true;
  const { db } = site.parts;
  const query = (text: Parameters<Queryable['query']>[0]) =>
    isAway ? Promise.reject(new Error('away')) : db.query(text);
  const flaky = { query } as unknown as Queryable;
  const calls = new KeyCalls({ db: flaky, now: () => site.parts.now(), onError: (_, count) => lost.push(count) });
  calls.count(made.keyId, 200);
  calls.count('01990000-0000-7000-8000-000000000000', 200);
  await calls.flush();
  calls.count(made.keyId, 429);
  await calls.flush();
  expect(lost).toEqual([0, 0]);
  isAway = false;
  await calls.flush();
  await calls.flush();
  expect((await figuresOf(made)).day).toEqual({ calls: 2, errors: 0, refusals: 1 });
});

test('while nothing can be written, no more than 10,000 counters are held in memory, and what is not counted is told', async () => {
  const lost: number[] = [];
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as Queryable;
  const calls = new KeyCalls({ db: away, now: () => new Date(), onError: (_, count) => lost.push(count) });
  for (let at = 0; at < 10_050; at += 1) calls.count(`key ${at}`, 200);
  await calls.flush();
  expect(lost).toEqual([50]);
});

test('the limit of a key is its own, below those of the site, and its refusals are told apart', async () => {
  const made = await makeKey('limited', { callsPerMinute: 3 });
  const sibling = await makeKey('limited');
  // All in one minute.
  const at30 = new Date(Math.floor(site.parts.now().getTime() / 60_000) * 60_000 + 30_000);
  const keyCalls = new KeyCalls({ db: site.parts.db, now: () => at30, onError: () => {} });
  const door = openTestApp(site, { LIMITS: '1' }, { now: () => at30, keyCalls });
  const send = async (key: string) => {
    const { status, headers } = await door.sendRequest('/api/version', { headers: { 'rumpus-app-key': key } });
    return [status, headers.get('x-rate-limit-limit')];
  };
  const answers = [];
  for (let at = 0; at < 5; at += 1) answers.push(await send(made.key));
  expect(answers).toEqual([...Array.from({ length: 3 }, () => [200, '3']), [429, '3'], [429, '3']]);
  expect(await send(sibling.key)).toEqual([200, '1200']);
  await keyCalls.flush();
  const figures = await figuresOf(made);
  expect([figures.day, figures.peak, figures.callsPerMinute]).toEqual([{ calls: 5, errors: 0, refusals: 2 }, 5, 3]);
  expect((await listKeyFigures(systemCurrent(site.parts), 'limited')).map(({ day }) => day.calls)).toEqual([1, 5]);
});

test('minutes are kept for two days, hours and ended keys for 400', async () => {
  const [made, ended] = [await makeKey('kept'), await makeKey('kept', { days: 1 })];
  await site.ask('admin', `/api/apps/keys/${made.keyId}`, { method: 'DELETE' });
  const { db } = site.parts;
  const ago = (hours: number) => new Date(site.parts.now().getTime() - hours * HOUR_MS);
  for (const hours of [1, 47, 49, 399 * 24, 401 * 24]) {
    await db.query(sql`insert into app_key_minutes values (${made.keyId}, ${ago(hours)}, 1, 0, 0)`);
    await db.query(sql`insert into app_key_hours values (${made.keyId}, ${ago(hours)}, 1, 0, 0)`);
  }
  await db.query(sql`update app_keys set expires_at = ${ago(401 * 24)} where key_id = ${ended.keyId}`);
  expect(await sweepKeyCalls(systemCurrent(site.parts))).toBe(5);
  const left = await db.query<{ minutes: number; hours: number }>(sql`select
    (select count(*)::int from app_key_minutes where key_id = ${made.keyId}) as minutes,
    (select count(*)::int from app_key_hours where key_id = ${made.keyId}) as hours`);
  expect(left).toEqual([{ minutes: 2, hours: 4 }]);
  expect((await listKeyFigures(systemCurrent(site.parts), 'kept')).map(({ keyId }) => keyId)).toEqual([made.keyId]);
});
