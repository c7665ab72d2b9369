import { Agent, request } from 'node:http';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { Site } from '#app/app.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { listen } from '#lib/http/listen.server.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { filesOf } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { Item } from './item.ts';
import type { ItemStats } from './stats/stats.ts';

const site = useTestSite();
let beside: TestSite;
let crate: string;
beforeAll(async () => {
  crate = await createCrate(site, 'retry-races');
  beside = await site.openBeside();
});
afterAll(() => beside.close());

const read = async (itemId: string) => dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));
const add = (itemId: string, key?: string, at: TestSite = site) =>
  at.ask('player', `${crate}/items/${itemId}/stats`, {
    method: 'PATCH',
    body: { changeStats: { plays: 1 } },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

describe.each([
  ['small', 'hello'],
  ['large', new Uint8Array(100_000).fill(3)],
])('of 20 posts of a %s body with one key at one time', (size, body) => {
  test('one creates an item, the others get the same answer or 409', async () => {
    const files = await filesOf(site);
    const headers = { 'idempotency-key': `parallel-${size}` };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? site : beside).ask('player', `${crate}/items`, { method: 'POST', body, headers }),
      ),
    );
    const made = responses.filter(({ status }) => status === 201);
    expect(made.filter((response) => !response.headers.has('idempotency-replayed'))).toHaveLength(1);
    const running = responses.filter(({ status }) => status === 409);
    expect(made.length + running.length).toBe(20);
    for (const { headers } of running) expect(headers.get('retry-after')).toBe('1');
    const ids = await Promise.all(made.map(async (response) => (await dataOf<Item>(response)).itemId));
    expect(new Set(ids).size).toBe(1);
    expect(await filesOf(site)).toHaveLength(files.length + (size === 'large' ? 1 : 0));
  });
});

test('a request with the key of a running one gets 409, and its answer later', async () => {
  const { itemId } = await createItem(site, crate, 'player');
  await add(itemId);
  const release = await holdStats(itemId);
  const first = add(itemId, 'held');
  await untilWaiting();
  const second = await add(itemId, 'held', beside);
  expect([second.status, await second.json()]).toMatchObject([409, { code: 'storage.stillRunning' }]);
  await release();
  expect((await first).status).toBe(200);
  expect((await add(itemId, 'held', beside)).headers.get('idempotency-replayed')).toBe('true');
  expect((await read(itemId)).stats.plays).toBe(2);
});

test('a deadlocked request with a key is run again as a whole, once', async () => {
  const [a, b] = await Promise.all([createItem(site, crate, 'player'), createItem(site, crate, 'player')]);
  const [first, last] = [a.itemId, b.itemId].toSorted();
  await Promise.all([add(first!), add(last!)]);
  const grow = (itemId = '') => sql`update item_stats set value = value + 100 where item_id = ${itemId}`;
  let keyed: Promise<Response> | undefined;
  await site.stranger.transaction(async (db) => {
    // Who looks for a deadlock first is ended by it: never this one.
    await db.query(sql`set local deadlock_timeout = '1min'`);
    await db.query(grow(last));
    keyed = site.ask('player', `${crate}/items/@batch/stats`, {
      method: 'PATCH',
      body: { updates: [first, last].map((itemId) => ({ itemId, changeStats: { plays: 1 } })) },
      headers: { 'idempotency-key': 'deadlock' },
    });
    await untilWaiting();
    // It holds the first and waits for the last; this waits for the first.
    await db.query(grow(first));
  });
  expect((await keyed)?.status).toBe(200);
  expect([await read(first!), await read(last!)].map(({ stats }) => stats.plays)).toEqual([102, 102]);
});

test('many requests with keys on one item leave connections for all others, and lose nothing', async () => {
  const { itemId } = await createItem(site, crate, 'player', { tags: ['start'] });
  const work = Array.from({ length: 120 }, (_, at) => {
    if (at % 3 === 0) return add(itemId);
    if (at % 3 === 1) return add(itemId, `crowd-${at}`);
    const tagged = { method: 'PATCH', body: { tags: [`tag-${at}`] }, headers: { 'idempotency-key': `tag-${at}` } };
    return site.ask('player', `${crate}/items/${itemId}/metadata`, at % 2 === 0 ? tagged : { ...tagged, headers: {} });
  });
  expect(new Set((await Promise.all(work)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await read(itemId)).stats.plays).toBe(80);
});

test('while more requests with keys wait than there are connections, others are answered', async () => {
  const { itemId } = await createItem(site, crate, 'player');
  await add(itemId);
  const release = await holdStats(itemId);
  const waiting = Array.from({ length: 40 }, (_, at) => add(itemId, `waiting-${at}`));
  await untilWaiting(5);
  expect((await read(itemId)).stats.plays).toBe(1);
  await release();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await read(itemId)).stats.plays).toBe(41);
});

/** Of 25 clients beside each other. */
const ADDITIONS = countCases(1000);

test('additions that are cut off at random and retried add exactly as many as were wanted', async () => {
  const { itemId } = await createItem(site, crate, 'player');
  const whole = new Site(site.parts);
  const fetch = whole.fetch.bind(whole);
  const listening = await listen({ hosts: ['127.0.0.1'], port: 0, trustProxy: 0, fetch });
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  onTestFinished(async () => {
    agent.destroy();
    await listening.close(1);
  });
  const { cookie, xsrf } = await openTestApp(site).signIn('player');
  const random = randomFrom(20261121);
  let cuts = 0;

  /** @returns the status and what came back; undefined when the connection was cut off before */
  const send = (key: string, cutAfter: number | undefined) =>
    new Promise<{ status: number; text: string } | undefined>((resolve) => {
      const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json', 'idempotency-key': key };
      const path = `${crate}/items/${itemId}/stats`;
      const outgoing = request({ port: listening.port, host: '127.0.0.1', agent, method: 'PATCH', path, headers });
      let cut: NodeJS.Timeout | undefined;
      outgoing.on('response', (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
        incoming.on('error', () => resolve(undefined));
        incoming.on('end', () => {
          clearTimeout(cut);
          resolve({ status: incoming.statusCode ?? 0, text });
        });
      });
      outgoing.on('error', () => resolve(undefined));
      outgoing.end(JSON.stringify({ changeStats: { plays: 1 } }), () => {
        if (cutAfter === undefined) return;
        cut = setTimeout(() => {
          cuts += 1;
          outgoing.destroy();
          resolve(undefined);
        }, cutAfter);
      });
    });

  const addBlindly = async (at: number): Promise<number> => {
    for (;;) {
      const answer = await send(`cut-${at}`, random() < 0.5 ? Math.floor(random() * 25) : undefined);
      if (answer === undefined || answer.status === 409) continue;
      expect(answer.status).toBe(200);
      return (JSON.parse(answer.text) as { data: ItemStats }).data.stats.plays ?? 0;
    }
  };
  const sums: number[] = [];
  await Promise.all(
    Array.from({ length: 25 }, async (_, client) => {
      for (let at = client; at < ADDITIONS; at += 25) sums.push(await addBlindly(at));
    }),
  );
  expect((await read(itemId)).stats.plays).toBe(ADDITIONS);
  expect(sums.toSorted((a, b) => a - b)).toEqual(Array.from({ length: ADDITIONS }, (_, at) => at + 1));
  expect(cuts).toBeGreaterThan(ADDITIONS / 10);
}, 60_000);

/** Locks an item's stats, by another process. @returns what lets go of them */
async function holdStats(itemId: string): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = beside.stranger.transaction(async (db) => {
    await db.query(sql`select from item_stats where item_id = ${itemId} for update`);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return () => (released.resolve(), holding);
}

/** Waits until so many statements of the site wait for a lock. */
async function untilWaiting(count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const waits = async () => (await beside.parts.db.query(waiting)).length;
  await expect.poll(waits, { interval: 5 }).toBeGreaterThanOrEqual(count);
}

/** Numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
