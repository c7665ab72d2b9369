import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { RACERS as CLIENTS } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { StatsUpdate, ItemStats } from './stats.ts';

const site = useTestSite();
let beside: TestSite;
let crate: string;

beforeAll(async () => {
  crate = await createCrate(site, 'scores', {
    list: ['public'],
    read: ['public'],
    create: ['authenticated'],
    stat: ['authenticated'],
    records: { FastestTime: { best: 'min' } },
  });
  beside = await site.openBeside();
});
afterAll(() => beside.close());

const PLACES = [
  { place: 'one process', siteOf: () => site },
  { place: 'two processes', siteOf: (client: number) => (client % 2 === 0 ? site : beside) },
];

const clients = <Result>(run: (client: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
const read = async (itemId: string) => dataOf<Item>(await site.ask(undefined, `${crate}/items/${itemId}`));
const createMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createItem(site, crate, 'player')));

async function patch(at: TestSite, itemId: string, body: StatsUpdate, who: CastName = 'player'): Promise<ItemStats> {
  const response = await at.ask(who, `${crate}/items/${itemId}/stats`, { method: 'PATCH', body });
  expect(response.status).toBe(200);
  return dataOf<ItemStats>(response);
}

describe.each(PLACES)('many clients of $place', ({ siteOf }) => {
  test('add to one stat, lose no addition, and are each answered with another sum', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    const answers = await clients(async (client) => {
      const sums: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        sums.push((await patch(siteOf(client), itemId, { changeStats: { plays: 1 } })).stats.plays ?? 0);
      }
      expect(sums).toEqual(sums.toSorted((a, b) => a - b));
      return sums;
    });
    const every = Array.from({ length: CLIENTS * 10 }, (_, at) => at + 1);
    expect(answers.flat().toSorted((a, b) => a - b)).toEqual(every);
    expect((await read(itemId)).stats).toEqual({ plays: CLIENTS * 10 });
  });

  test('add to stats of 20 items exactly, and each reads what it was answered', async () => {
    const items = await createMany(20);
    const sums = items.map(() => 0);
    await clients(async (client) => {
      for (let round = 0; round < 10; round += 1) {
        const at = (client * 13 + round * 7) % 20;
        const { itemId } = items[at]!;
        const added = (client % 5) - 1;
        sums[at]! += added;
        await patch(siteOf(client), itemId, { changeStats: { plays: added, [`of-${client}`]: 1 } });
        const seen = (await dataOf<Item>(await siteOf(client + 1).ask(undefined, `${crate}/items/${itemId}`))).stats;
        expect(seen[`of-${client}`]).toBeGreaterThanOrEqual(1);
      }
    });
    const after = await Promise.all(items.map(async ({ itemId }) => (await read(itemId)).stats.plays));
    expect(after).toEqual(sums);
  });

  test('set and add at once: a value is a setting and the additions after it', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    const answers = await clients(async (client) => {
      const update = client % 8 === 0 ? { setStats: { level: client * 1000 } } : { changeStats: { level: 1 } };
      return [client, (await patch(siteOf(client), itemId, update)).stats.level ?? 0] as const;
    });
    const settings = answers.filter(([client]) => client % 8 === 0).map(([client]) => client * 1000);
    const { level = -1 } = (await read(itemId)).stats;
    const additions = CLIENTS - settings.length;
    expect(settings.some((setting) => level >= setting && level <= setting + additions)).toBe(true);
    for (const [client, value] of answers) if (client % 8 === 0) expect(value).toBe(client * 1000);
  });

  test('submit records, and the best of each holder stays, who is the client’s user', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    const holders = ['player', 'creator', 'collaborator', 'staff'] as const;
    await clients(async (client) => {
      const value = (client * 37) % CLIENTS;
      const submitRecords = { HighScore: value, FastestTime: value };
      const batch = { updates: [{ itemId, submitRecords }] };
      const who = holders[client % 4] ?? 'player';
      if (client % 3 > 0) return patch(siteOf(client), itemId, { submitRecords }, who);
      const path = `${crate}/items/@batch/stats`;
      return siteOf(client).ask(who, path, { method: 'PATCH', body: batch });
    });
    const bestOf = (pick: (...values: number[]) => number) =>
      holders.map((who, at) => {
        const own = Array.from({ length: CLIENTS }, (_, client) => client).filter((client) => client % 4 === at);
        return { userId: CAST[who].userId, value: pick(...own.map((client) => (client * 37) % CLIENTS)) };
      });
    const { HighScore, FastestTime } = (await read(itemId)).records;
    const high = bestOf(Math.max).toSorted((a, b) => b.value - a.value);
    const fast = bestOf(Math.min).toSorted((a, b) => a.value - b.value);
    expect(HighScore).toMatchObject(high.slice(0, 3));
    expect(FastestTime).toMatchObject(fast.slice(0, 3));
  });

  test('send overlapping batches of 100 in different orders, add exactly, and see no deadlock', async () => {
    const items = await createMany(100);
    const rounds = 3;
    await clients(async (client) => {
      for (let round = 0; round < rounds; round += 1) {
        const updates = items
          .toSorted((a, b) => order(a.itemId, client, round) - order(b.itemId, client, round))
          .map(({ itemId }) => ({
            itemId,
            changeStats: { plays: 1, [`of-${client % 9}`]: 1 },
            submitRecords: client % 2 === 0 ? { HighScore: client } : {},
          }));
        const request = { method: 'PATCH', body: { updates } };
        const response = await siteOf(client).ask('player', `${crate}/items/@batch/stats`, request);
        expect(response.status).toBe(200);
        expect((await dataOf<object[]>(response)).filter((entry) => 'problem' in entry)).toEqual([]);
      }
    });
    const after = await Promise.all(items.map(({ itemId }) => read(itemId)));
    expect(new Set(after.map(({ stats }) => stats.plays))).toEqual(new Set([CLIENTS * rounds]));
    expect(new Set(after.map(({ stats }) => stats['of-0']))).toEqual(new Set([Math.ceil(CLIENTS / 9) * rounds]));
    expect(after.every(({ records }) => records.HighScore?.[0]?.value === CLIENTS - 2)).toBe(true);
  });
});

/** An order of the items for each client and round, the same in every run. */
function order(itemId: string, client: number, round: number): number {
  return (Number.parseInt(itemId.slice(-6), 16) * (client * 2 + 3) + round * 7919) % 104_729;
}
