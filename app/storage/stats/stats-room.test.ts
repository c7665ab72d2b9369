import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import { MAX_RECORDS, MAX_STATS } from './stats.ts';
import type { StatsUpdate } from './stats.ts';

const site = useTestSite();
const INVALID = [400, 'Invalid Updates'];
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'ledgers')));

const patch = (itemId: string, body: StatsUpdate) =>
  site.ask('player', `${crate}/items/${itemId}/stats`, { method: 'PATCH', body });
const batch = (updates: object[]) =>
  site.ask('player', `${crate}/items/@batch/stats`, { method: 'PATCH', body: { updates } });
const read = async (itemId: string) => dataOf<Item>(await site.ask(undefined, `${crate}/items/${itemId}`));
const named = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`s${from + at}`, 1]));

/** An item with all the names that it may have, but for so many. */
async function fullItem(spare = 0): Promise<string> {
  const { itemId } = await createItem(site, crate, 'player');
  const most = MAX_STATS - spare;
  for (let from = 0; from < most; from += 64) {
    const setStats = named(from, Math.min(from + 64, most));
    expect((await patch(itemId, { setStats })).status).toBe(200);
  }
  expect((await patch(itemId, { submitRecords: named(0, MAX_RECORDS - spare) })).status).toBe(200);
  return itemId;
}

const KINDS: [what: string, update: (numbers: Record<string, number>) => StatsUpdate, most: number][] = [
  ['additions', (changeStats) => ({ changeStats }), MAX_STATS],
  ['settings', (setStats) => ({ setStats }), MAX_STATS],
  ['records', (submitRecords) => ({ submitRecords }), MAX_RECORDS],
];

describe.each(KINDS)('an item has names for %s up to its limit', (_what, updateOf, most) => {
  test('and no further one, while those it has still work', async () => {
    const itemId = await fullItem(2);
    const last = [`s${most - 2}`, `s${most - 1}`, `s${most}`] as const;
    expect(await refusalOf(await patch(itemId, updateOf({ [last[0]]: 1, [last[1]]: 1, [last[2]]: 1 })))).toEqual(
      INVALID,
    );
    expect((await patch(itemId, updateOf({ [last[0]]: 1, [last[1]]: 1, s0: 5 }))).status).toBe(200);
    const before = await read(itemId);
    expect(await refusalOf(await patch(itemId, updateOf({ s1: 9, [last[2]]: 1 })))).toEqual(INVALID);
    expect({ ...(await read(itemId)), updatedAgo: 0, createdAgo: 0 }).toEqual({
      ...before,
      updatedAgo: 0,
      createdAgo: 0,
    });
    expect((await patch(itemId, updateOf({ s1: 9, [last[1]]: 4 }))).status).toBe(200);
  });
});

test('an item beyond its limit takes no more names, and those it has still work', async () => {
  const itemId = await fullItem();
  await site.parts.db.query(
    sql`insert into item_stats (crate_id, item_id, name, value) values ('ledgers', ${itemId}, 'over', 1)`,
  );
  expect((await patch(itemId, { changeStats: { over: 1, s0: 1 } })).status).toBe(200);
  expect(await refusalOf(await patch(itemId, { changeStats: { over: 1, more: 1 } }))).toEqual(INVALID);
  expect((await read(itemId)).stats).toMatchObject({ over: 2, s0: 2 });
});

test('an update of stats and records is written whole or not at all', async () => {
  const itemId = await fullItem();
  const before = await read(itemId);
  const updates: StatsUpdate[] = [
    { changeStats: { s0: 1 }, submitRecords: { another: 1 } },
    { changeStats: { another: 1 }, submitRecords: { s0: 9 } },
  ];
  for (const update of updates) expect(await refusalOf(await patch(itemId, update))).toEqual(INVALID);
  const { stats, records } = await read(itemId);
  expect({ stats, records }).toEqual({ stats: before.stats, records: before.records });
});

test('a full item in a batch is refused at its entry, and the others are written', async () => {
  const full = await fullItem();
  const { itemId } = await createItem(site, crate, 'player');
  const entries = [{ changeStats: { another: 1 } }, { setStats: { another: 1 } }, { submitRecords: { another: 1 } }];
  for (const entry of entries) {
    const answer = await batch([
      { itemId: full, ...entry },
      { itemId, ...entry },
    ]);
    expect(answer.status).toBe(200);
    const fields = 'submitRecords' in entry ? { records: expect.any(String) } : { stats: expect.any(String) };
    const problem = { status: 400, message: 'Invalid Updates', fields };
    expect(await dataOf(answer)).toMatchObject([{ itemId: full, problem }, { itemId }]);
  }
  expect((await read(full)).stats).toEqual(named(0, MAX_STATS));
  expect(await read(itemId)).toMatchObject({ stats: { another: 1 }, records: { another: [{ value: 1 }] } });
});

test('entries of one item share its room', async () => {
  const itemId = await fullItem(1);
  const answer = await batch([
    { itemId, changeStats: { one: 1 } },
    { itemId, changeStats: { two: 1 } },
  ]);
  const refused = (await dataOf<{ problem?: object }[]>(answer)).filter(({ problem }) => problem !== undefined);
  expect(refused.length).toBeGreaterThan(0);
  expect(Object.keys((await read(itemId)).stats).length).toBeLessThanOrEqual(MAX_STATS);
});

test('a refused new name takes no room from concurrent ones', async () => {
  const itemId = await fullItem();
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, at) =>
      patch(itemId, { changeStats: at % 2 === 0 ? { s0: 1 } : { [`new${at}`]: 1 } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 32 }, (_, at) => (at % 2 === 0 ? 200 : 400)),
  );
  expect((await read(itemId)).stats).toEqual({ ...named(0, MAX_STATS), s0: 17 });
});

test('concurrent new names fill the last places and never exceed the limit', async () => {
  const itemId = await fullItem(4);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) => patch(itemId, { changeStats: { [`new${at}`]: 1 } })),
  );
  const { stats } = await read(itemId);
  const written = answers.filter(({ status }) => status === 200).length;
  expect(Object.keys(stats).length).toBe(MAX_STATS - 4 + written);
  expect(written).toBe(4);
});
