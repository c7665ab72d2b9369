import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { createCrate, createItem, OPEN_POLICY } from '#test/storage.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
let crate: string;
let item: string;

beforeAll(async () => {
  crate = await createCrate(site, 'flooded', { ...OPEN_POLICY, stats: { plays: {} } });
  item = `${crate}/items/${(await createItem(site, crate, 'player', { tags: ['start'] })).itemId}`;
});

/** As if one network's searches of a large crate ran on all connections for them, and as many waited as may. */
async function whileFlooded(work: () => Promise<void>): Promise<void> {
  const db = site.parts.db.heavyFor('127.0.0.0/24');
  const flood = Array.from({ length: 22 }, () => db.query(sql`select pg_sleep(0.3)`));
  const ended = Promise.allSettled(flood);
  await work();
  await ended;
}

describe('while searches by words take all connections that they may', () => {
  const LONG_ORDER = 'sort=stats.plays&dates=createdAt%3C2100-01-01';
  const HEAVY = ['q=zzz', LONG_ORDER, 'q=zzz&sort=stats.plays', 'q=zzz&count=true', 'facets=start'];

  test.each(HEAVY)('one more for ?%s from the same network is 503 at once, with the time to come back', (query) =>
    whileFlooded(async () => {
      const start = performance.now();
      const response = await site.ask(undefined, `${crate}/items?${query}`);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
      expect(performance.now() - start).toBeLessThan(500);
    }),
  );

  test('those of an account and of another network are answered all the same', () =>
    whileFlooded(async () => {
      const elsewhere = openTestApp(site);
      const start = performance.now();
      const paths = HEAVY.map((query) => `${crate}/items?${query}`);
      const answers = await Promise.all([
        ...paths.map((path) => site.ask('player', path)),
        ...paths.map((path) => elsewhere.sendRequest(path, { address: '203.0.113.7' })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(performance.now() - start).toBeLessThan(4500);
    }));

  test('others read, search by tags, list by a stat and write as ever', () =>
    whileFlooded(async () => {
      const start = performance.now();
      for (let turn = 0; turn < 10; turn += 1) {
        expect((await site.ask(undefined, item)).status).toBe(200);
        expect((await site.ask(undefined, `${crate}/items?tags=start`)).status).toBe(200);
        expect((await site.ask(undefined, `${crate}/items?sort=stats.plays`)).status).toBe(200);
        expect((await site.ask('player', `${crate}/items`, { method: 'POST', body: 'x' })).status).toBe(201);
      }
      expect(performance.now() - start).toBeLessThan(2000);
    }));
});

test('a search that seemed quick and is not goes on among the heavy ones', async () => {
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`lock table items in access exclusive mode`);
    const searches = Array.from({ length: 12 }, () => site.ask(undefined, `${crate}/items?tags=start`));
    await expect
      .poll(async () => {
        const [row] = await stranger.query<{ quick: number }>(sql`select count(*)::int as quick from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return row?.quick;
      })
      .toBe(2);
    expect(new Set((await Promise.all(searches)).map(({ status }) => status))).toEqual(new Set([503]));
  });
});
