import { beforeAll, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { BatchResult } from './stats.server.ts';
import type { StatsUpdate, ItemStats } from './stats.ts';

const site = useTestSite();
const CLIENTS = 32;
let crate: string;
beforeAll(async () => {
  crate = await createCrate(site, 'ruled', {
    ...OPEN_POLICY,
    stat: ['authenticated'],
    stats: { seats: { type: 'integer', min: 0, max: 50 }, likes: { minInterval: 3600 }, plays: { maxChange: 5 } },
  });
});

const clients = <Result>(run: (client: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
const patch = (itemId: string, body: StatsUpdate, headers = {}) =>
  site.ask('player', `${crate}/items/${itemId}/stats`, { method: 'PATCH', body, headers });
const read = async (itemId: string) => dataOf<Item>(await site.ask(undefined, `${crate}/items/${itemId}`));

test('32 clients take every seat up to the limit, and each is answered with another number', async () => {
  const { itemId } = await createItem(site, crate, 'creator');
  const answers = await clients(async () => {
    const own: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answer = await patch(itemId, { changeStats: { seats: 1 } });
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) own.push((await dataOf<ItemStats>(answer)).stats.seats ?? 0);
    }
    return own;
  });
  expect(answers.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  expect((await read(itemId)).stats).toEqual({ seats: 50 });
});

test('concurrent settings and additions stay in the limits, even of a stat that is new', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { itemId } = await createItem(site, crate, 'creator');
    const answers = await clients(async (client) => {
      const numbers = { seats: client % 4 === 0 ? 40 : 9 };
      const update = client % 2 === 0 ? { setStats: numbers } : { changeStats: numbers };
      // With a key it is a transaction, in which a statement that fails must not fail what comes after it.
      const headers = client % 3 === 0 ? { 'idempotency-key': `"round-${round}-of-${client}"` } : {};
      const answer = await patch(itemId, { ...update, submitRecords: { Best: client } }, headers);
      expect([200, 400]).toContain(answer.status);
      return answer.status === 200 ? (await dataOf<ItemStats>(answer)).stats.seats : undefined;
    });
    expect(answers.filter((seats) => seats !== undefined && (seats < 0 || seats > 50))).toEqual([]);
    expect(answers).toContain((await read(itemId)).stats.seats);
  }
});

test('no addition to a new stat is lost, in transactions of their own', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { itemId } = await createItem(site, crate, 'creator');
    const answers = await clients(async (client) => {
      const headers = { 'idempotency-key': `"first-${round}-of-${client}"` };
      return (await dataOf<ItemStats>(await patch(itemId, { changeStats: { seats: 1 } }, headers))).stats.seats ?? 0;
    });
    expect(answers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: CLIENTS }, (_, at) => at + 1));
  }
});

test('a minInterval lets one of many concurrent changes through', async () => {
  const { itemId } = await createItem(site, crate, 'creator');
  const answers = await clients(() => patch(itemId, { changeStats: { likes: 1 } }));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.filter(({ status }) => status === 400).length).toBe(CLIENTS - 1);
  expect((await read(itemId)).stats).toEqual({ likes: 1 });
});

test('changes that wait for a row are judged by what the ones before them wrote', async () => {
  const { itemId } = await createItem(site, crate, 'creator');
  const first = { changeStats: { likes: 1, seats: 20 } };
  expect((await site.ask('staff', `${crate}/items/${itemId}/stats`, { method: 'PATCH', body: first })).status).toBe(
    200,
  );
  const waiting: Promise<Response>[] = [];
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`select from item_stats where item_id = ${itemId} for update`);
    const updates = [{ changeStats: { likes: 1 } }, { changeStats: { likes: 1 } }, { setStats: { seats: 7 } }];
    for (const update of updates) waiting.push(patch(itemId, update));
    waiting.push(patch(itemId, { changeStats: { seats: 15 }, setStats: { free: 1 } }));
    await expect.poll(countWaiting).toBe(waiting.length);
    await stranger.query(sql`update item_stats set value = 40 where item_id = ${itemId} and name = 'seats'`);
  });
  const [one, two, ...rest] = (await Promise.all(waiting)).map(({ status }) => status);
  expect([
    [200, 400],
    [400, 200],
  ]).toContainEqual([one, two]);
  // 40 and 15 are too many, unless the 7 came first.
  expect([
    [[200, 400], 7],
    [[200, 200], 22],
  ]).toContainEqual([rest, (await read(itemId)).stats.seats]);
  expect((await read(itemId)).stats.likes).toBe(2);
});

async function countWaiting(): Promise<number> {
  const rows = await site.parts.db.query(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
}

test('32 clients with overlapping batches add exact sums, and each item is written whole or not at all', async () => {
  const items = await Promise.all(Array.from({ length: 40 }, () => createItem(site, crate, 'creator')));
  const sums = new Map(items.map(({ itemId }) => [itemId, 0]));
  await clients(async (client) => {
    for (let round = 0; round < 3; round += 1) {
      const updates = items
        .map(({ itemId }, at) => ({ itemId, at: (at * (client * 2 + 3) + round * 17) % 41 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ itemId }, at) => ({ itemId, changeStats: { seats: 1, plays: at % 7, free: 1 } }));
      const body = { updates };
      const answer = await site.ask('player', `${crate}/items/@batch/stats`, { method: 'PATCH', body });
      expect(answer.status).toBe(200);
      for (const [at, result] of (await dataOf<BatchResult[]>(answer)).entries()) {
        const { itemId = '' } = result;
        if (at % 7 === 6) expect(result).toMatchObject({ problem: { status: 400 } });
        if (!('problem' in result)) sums.set(itemId, (sums.get(itemId) ?? 0) + 1);
      }
    }
  });
  const after = await Promise.all(items.map(({ itemId }) => read(itemId)));
  const expected = items.map(({ itemId }) => ({ seats: sums.get(itemId), free: sums.get(itemId) }));
  expect(after.map(({ stats: { seats, free } }) => ({ seats, free }))).toEqual(expected);
  expect(Math.max(...sums.values())).toBe(50);
});

test('additions beside a deletion never get a server error', async () => {
  const items = await Promise.all(Array.from({ length: 20 }, () => createItem(site, crate, 'creator')));
  const changes = items.flatMap(({ itemId }, at) => [
    patch(itemId, { changeStats: at % 2 === 0 ? { free: 1 } : { seats: 1 }, submitRecords: { Best: 1 } }),
    site.ask('creator', `${crate}/items/${itemId}`, { method: 'DELETE' }),
    patch(itemId, { changeStats: at % 2 === 0 ? { seats: 1 } : { free: 1 } }),
  ]);
  const statuses = new Set((await Promise.all(changes)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
});
