import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import type { WireCastName } from './cast.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';
import type { Item } from './item.ts';

const INVALID = 'Invalid Updates';
const NOT_ALLOWED = "You aren't allowed in here.";
const { player } = inject('cast');
const crate = useCrate('stat-rules', {
  policy: {
    ...OPEN_POLICY,
    stats: {
      stars: { type: 'integer', min: 1, max: 5 },
      plays: { type: 'integer', maxChange: 1 },
      likes: { minInterval: 3600 },
      grade: { write: ['staff'] },
      votes: { write: [{ to: 'public', tags: ['poll'] }] },
    },
    records: { FastestTime: { best: 'min' }, Judged: { write: ['staff'] } },
  },
});

function patch(item: Item, body: object, who: WireCastName | 'nobody' = 'player'): Promise<WireReply> {
  return ask(who === 'nobody' ? undefined : who, `PATCH ${crate.items}/${item.itemId}/stats`, { body });
}

async function read({ itemId }: Item): Promise<Item> {
  return (await ask(undefined, `GET ${crate.items}/${itemId}`)).item;
}

const untouched = crate.keep('creator');

test.each<[change: object, fields: object]>([
  [{ setStats: { stars: 1.5 } }, { stars: 'type: a whole number' }],
  [{ setStats: { stars: 0 } }, { stars: 'min: at least 1' }],
  [{ changeStats: { stars: 6 } }, { stars: 'max: at most 5' }],
  [{ changeStats: { plays: -2 } }, { plays: 'maxChange: by at most 1' }],
  [{ setStats: { plays: 2 } }, { plays: 'maxChange: by at most 1' }],
  [
    { setStats: { stars: 6 }, changeStats: { plays: 2 } },
    { stars: 'max: at most 5', plays: 'maxChange: by at most 1' },
  ],
  [{ setStats: { stars: 0, free: 1 }, submitRecords: { FastestTime: 1 } }, { stars: 'min: at least 1' }],
])('%j breaks a rule and changes nothing', async (change, fields) => {
  const reply = await patch(untouched(), change);
  expect(reply.refusal).toEqual([400, INVALID]);
  expect(reply.json().fields).toEqual(fields);
  expect(await read(untouched())).toMatchObject({ stats: {}, records: {} });
});

test('a stat with a rule starts from 0 and goes up to its limits; one without a rule goes anywhere', async () => {
  const item = await crate.create('creator');
  const change = { changeStats: { stars: 5, plays: 1, free: -1e300 } };
  expect((await patch(item, change)).data()).toMatchObject({ stats: { stars: 5, plays: 1, free: -1e300 } });
  expect((await patch(item, { changeStats: { stars: -4, plays: -1 } })).status).toBe(200);
  expect((await read(item)).stats).toEqual({ stars: 1, plays: 0, free: -1e300 });
});

test('a stat with an interval takes one change of each user in it', async () => {
  const item = await crate.create('creator');
  expect((await patch(item, { changeStats: { likes: 1 } })).status).toBe(200);
  const again = await patch(item, { changeStats: { likes: 1 } });
  expect(again.refusal).toEqual([400, INVALID]);
  expect(again.json().fields).toEqual({ likes: 'minInterval: once in 3600 seconds' });
  expect((await patch(item, { changeStats: { likes: 1 } }, 'creator')).status).toBe(200);
  expect((await read(item)).stats).toEqual({ likes: 2 });
});

test('a batch names the broken rules at its entries', async () => {
  const [one, two] = [await crate.create('creator'), await crate.create('creator')];
  const updates = [
    { itemId: one.itemId, changeStats: { plays: 1 } },
    { itemId: two.itemId, changeStats: { plays: 2 } },
    { itemId: two.itemId, setStats: { free: 2 } },
    { itemId: untouched().itemId, changeStats: { grade: 2 } },
  ];
  const reply = await ask('player', `PATCH ${crate.items}/@batch/stats`, { body: { updates } });
  const problem = { status: 400, message: INVALID, fields: { plays: 'maxChange: by at most 1' } };
  expect(reply.data()).toMatchObject([
    { itemId: one.itemId, stats: { plays: 1 } },
    { itemId: two.itemId, problem },
    { itemId: two.itemId, problem },
    { itemId: untouched().itemId, problem: { status: 403, message: NOT_ALLOWED } },
  ]);
  expect([(await read(one)).stats, (await read(two)).stats]).toEqual([{ plays: 1 }, {}]);
});

describe('users that a rule names may write', () => {
  test.each<[change: object, tags: string[], statuses: number[]]>([
    [{ changeStats: { free: 1 } }, [], [401, 200, 200]],
    [{ changeStats: { grade: 1 } }, [], [401, 403, 200]],
    [{ changeStats: { grade: 1, free: 1 } }, [], [401, 403, 200]],
    [{ changeStats: { votes: 1 } }, ['poll'], [200, 200, 200]],
    [{ changeStats: { votes: 1 } }, [], [401, 403, 403]],
    [{ submitRecords: { Judged: 1 } }, [], [401, 403, 200]],
  ])('%j on an item with the tags %j', async (change, tags, statuses) => {
    const item = await crate.create('creator', { tags });
    const answers = await Promise.all((['nobody', 'player', 'staff'] as const).map((who) => patch(item, change, who)));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });
});

test('a record whose best is the lowest keeps that, and only an app key names a holder', async () => {
  const item = await crate.create('creator');
  for (const value of [5, 3, 4]) await patch(item, { submitRecords: { FastestTime: value } });
  expect((await read(item)).records.FastestTime).toMatchObject([{ userId: player.userId, value: 3 }]);
  for (const who of ['player', 'admin'] as const) {
    const reply = await patch(item, { submitRecords: { FastestTime: { value: 1, userId: player.userId } } }, who);
    expect(reply.refusal).toEqual([403, NOT_ALLOWED]);
  }
  const nobody = await patch(item, { submitRecords: { FastestTime: { value: 1, userId: 'no one' } } });
  expect(nobody.refusal).toEqual([400, INVALID]);
  expect((await read(item)).records.FastestTime).toMatchObject([{ userId: player.userId, value: 3 }]);
});
