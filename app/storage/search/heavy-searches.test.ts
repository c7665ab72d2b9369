import { beforeAll, describe, expect, test } from 'vitest';

import { withHeavyPool } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, OPEN_POLICY } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { SearchQuery } from './search.ts';
import { findItems } from './searches.server.ts';

const site = useTestSite();
let crate: string;
let item: string;

beforeAll(async () => {
  await site.stranger.query(sql`create table held ()`);
  crate = await createCrate(site, 'flooded', { ...OPEN_POLICY, stats: { plays: {} } });
  item = `${crate}/items/${(await createItem(site, crate, 'player', { tags: ['start'] })).itemId}`;
});

/** So many heavy statements run at a time, and so many more may wait. */
const FLOOD = 22;

/**
 * As if one network's searches of a large crate ran on all connections for them until `work` is done, and as many waited as
 * may. Who waits for seconds is refused, so all are answered only if nothing in `work` had to wait for them.
 */
async function whileFlooded(work: () => Promise<void>, size = FLOOD): Promise<void> {
  const db = site.parts.db.heavyFor('127.0.0.0/24');
  const finish = await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`lock table held in access exclusive mode`);
    const flood = Promise.allSettled(Array.from({ length: size }, () => db.query(sql`select from held`)));
    await work();
    return () => flood;
  });
  const refusals = (await finish()).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  // On a slow machine a search has the sets of its tags loaded, which takes the place of the last in the queue, at once.
  expect(refusals.filter((reason) => !reason.includes('too many wait'))).toEqual([]);
}

describe('while searches by words take all connections that they may', () => {
  const LONG_ORDER = 'sort=stats.plays&dates=createdAt%3C2100-01-01';
  const HEAVY = ['q=zzz', LONG_ORDER, 'q=zzz&sort=stats.plays', 'q=zzz&count=true', 'facets=start'];

  test.each(HEAVY)('one more for ?%s from the same network is 503 at once, with the time to come back', (query) =>
    whileFlooded(async () => {
      const response = await site.ask(undefined, `${crate}/items?${query}`);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    }),
  );

  test('those of an account and of another network are answered all the same', async () => {
    const db = site.parts.db.heavyFor('127.0.0.0/24');
    const flood = Promise.allSettled(Array.from({ length: FLOOD }, () => db.query(sql`select pg_sleep(0.1)`)));
    const elsewhere = openTestApp(site);
    const paths = HEAVY.map((query) => `${crate}/items?${query}`);
    const answers = await Promise.all([
      ...paths.map((path) => site.ask('player', path)),
      ...paths.map((path) => elsewhere.sendRequest(path, { address: '203.0.113.7' })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await flood;
  });

  test('who searches by tags does not wait for the same search of work that is heavy', async () => {
    let search: Promise<unknown> | undefined;
    await whileFlooded(async () => {
      const work = withHeavyPool(systemCurrent(site.parts));
      search = findItems(work, 'flooded', SearchQuery.parse({ tags: 'start,-no' }));
      expect((await site.ask('super', `${crate}/items?tags=start,-no`)).status).toBe(200);
    }, FLOOD - 1);
    await search;
  });

  test('others read, search by tags, list by a stat and write as ever', () =>
    whileFlooded(async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        expect((await site.ask(undefined, item)).status).toBe(200);
        expect((await site.ask(undefined, `${crate}/items?tags=start`)).status).toBe(200);
        expect((await site.ask(undefined, `${crate}/items?sort=stats.plays`)).status).toBe(200);
        expect((await site.ask('player', `${crate}/items`, { method: 'POST', body: 'x' })).status).toBe(201);
      }
    }));
});

test('a search that seemed quick and is not goes on among the heavy ones', async () => {
  const searches = await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`lock table items in access exclusive mode`);
    const start = performance.now();
    const searches = Array.from({ length: 12 }, () => site.ask(undefined, `${crate}/items?tags=start`));
    const waiting = async () => {
      const [row] = await stranger.query<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return { count: row?.count, seemedQuick: performance.now() - start < 250 };
    };
    await expect.poll(waiting).toEqual({ count: 2, seemedQuick: false });
    return () => Promise.all(searches);
  });
  expect((await searches()).map(({ status }) => status)).toEqual(Array(12).fill(200));
});
