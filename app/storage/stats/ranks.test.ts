import { setTimeout as pause } from 'node:timers/promises';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { repairRanks } from './ranks.server.ts';
import type { ItemStats } from './stats.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'ranked', { ...OPEN_POLICY, stats: { plays: {} } })));

const patch = (itemId: string, body: object) =>
  site.ask('player', `${crate}/items/${itemId}/stats`, { method: 'PATCH', body });
const change = (stats: Policy['stats']) =>
  site.ask('admin', crate, { method: 'PUT', body: { policy: { ...OPEN_POLICY, ...(stats && { stats }) } } });
const ranked = async (itemId: string) => {
  const rows = await site.parts.db.query<{ name: string }>(
    sql`select name from item_stats where item_id = ${itemId} and ranked order by name`,
  );
  return rows.map(({ name }) => name);
};

test('the stats that a policy names are ranked, from their first change on and with every change of the policy', async () => {
  const { itemId } = await createItem(site, crate, 'creator');
  expect((await patch(itemId, { changeStats: { plays: 1, other: 1 }, setStats: { stars: 2 } })).status).toBe(200);
  expect(await ranked(itemId)).toEqual(['plays']);
  expect((await change({ stars: { min: 1 }, other: {} })).status).toBe(200);
  expect(await ranked(itemId)).toEqual(['other', 'stars']);
  expect((await patch(itemId, { changeStats: { plays: 1, stars: 1 } })).status).toBe(200);
  expect(await ranked(itemId)).toEqual(['other', 'stars']);
  expect((await change(undefined)).status).toBe(200);
  expect(await ranked(itemId)).toEqual([]);
  expect((await change({ plays: {} })).status).toBe(200);
  expect(await ranked(itemId)).toEqual(['plays']);
});

test('a policy changes during many additions without a deadlock', async () => {
  const { itemId } = await createItem(site, crate, 'creator');
  const policies: Policy['stats'][] = [{ plays: { max: 1000 } }, { stars: {} }, undefined, { plays: {}, stars: {} }];
  const adding = Array.from({ length: 40 }, async () => {
    const answer = await patch(itemId, { changeStats: { plays: 1, stars: 1 } });
    expect(answer.status).toBe(200);
    return (await dataOf<ItemStats>(answer)).stats.plays ?? 0;
  });
  for (const stats of policies) expect((await change(stats)).status).toBe(200);
  expect((await Promise.all(adding)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
  await repairRanks(systemCurrent(site.parts));
  expect(await ranked(itemId)).toEqual(['plays', 'stars']);
});

test('a stat that gets a rule while it is written, in any process, leaves no item out of its order', async () => {
  const beside = await site.openBeside();
  onTestFinished(() => beside.close());
  for (let round = 0; round < 6; round += 1) {
    const name = `rule-${round}`;
    const items = await Promise.all(Array.from({ length: 24 }, () => createItem(site, crate, 'creator')));
    const write = (at: number) =>
      (at % 2 === 0 ? site : beside).ask('player', `${crate}/items/${items[at]?.itemId}/stats`, {
        method: 'PATCH',
        body: { changeStats: { [name]: 1, ...(at % 3 === 0 && { plays: 1 }) } },
        ...(at % 4 === 0 && { headers: { 'idempotency-key': `${name}-${at}` } }),
      });
    const writing = items.map(async (_item, at) => {
      await pause(at / 2);
      return (await write(at)).status;
    });
    await pause(4);
    expect((await change({ plays: {}, [name]: { min: 0 } })).status).toBe(200);
    expect(new Set(await Promise.all(writing))).toEqual(new Set([200]));
    const found = await dataOf<Item[]>(await site.ask(undefined, `${crate}/items?sort=stats.${name}&limit=100`));
    expect(found).toHaveLength(items.length);
  }
});

test('a job corrects ranks of an older policy every hour, and deletes turns that have passed', async () => {
  expect((await change({ plays: { minInterval: 60 }, likes: { minInterval: 3600 } })).status).toBe(200);
  const { itemId } = await createItem(site, crate, 'creator');
  expect((await patch(itemId, { changeStats: { plays: 1, likes: 1, other: 1 } })).status).toBe(200);
  await site.parts.db.query(sql`update item_stats set ranked = not ranked where item_id = ${itemId}`);
  const intervals = async () => {
    const rows = await site.parts.db.query<{ name: string }>(
      sql`select name from item_stat_turns where item_id = ${itemId}`,
    );
    return rows.map(({ name }) => name).toSorted();
  };
  await repairRanks(systemCurrent(site.parts));
  expect([await ranked(itemId), await intervals()]).toEqual([
    ['likes', 'plays'],
    ['likes', 'plays'],
  ]);
  site.advanceClock(60_000);
  await repairRanks(systemCurrent(site.parts));
  expect(await intervals()).toEqual(['likes']);
});
