import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import type { WireCastName } from './cast.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('stats', { policy: { ...OPEN_POLICY, records: { FastestTime: { best: 'min' } } } });
const open = useCrate('stats-open', { policy: { ...OPEN_POLICY, stat: ['public'] } });
const { player, creator } = inject('cast');

function patch(item: Item, body: unknown, who: WireCastName = 'player'): Promise<WireReply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  return ask(who, `PATCH ${crate.items}/${item.itemId}/stats`, { body: text, headers });
}

async function read({ itemId }: Item): Promise<Item> {
  return (await ask(undefined, `GET ${crate.items}/${itemId}`)).item;
}

describe('PATCH stats', () => {
  test('adds by changeStats, sets by setStats, and answers what was written', async () => {
    const item = await crate.create('creator');
    const first = await patch(item, { changeStats: { plays: 2 }, setStats: { best: 5 } });
    expect(first.data()).toEqual({ itemId: item.itemId, stats: { plays: 2, best: 5 }, records: {} });
    const second = await patch(item, { changeStats: { plays: -0.5, fresh: 1 }, setStats: { best: 1 } });
    expect(second.data()).toMatchObject({ stats: { plays: 1.5, fresh: 1, best: 1 } });
    expect((await read(item)).stats).toEqual({ plays: 1.5, fresh: 1, best: 1 });
  });

  test('keeps by submitRecords the best of each holder, who is the caller', async () => {
    const item = await crate.create('creator');
    const submit = (who: WireCastName, records: object) => patch(item, { submitRecords: records }, who);
    await submit('player', { HighScore: 10, FastestTime: 10 });
    const worse = await submit('player', { HighScore: 5, FastestTime: 50 });
    const kept = { userId: player.userId, value: 10, createdAt: expect.any(String) };
    expect(worse.data()).toMatchObject({ records: { HighScore: kept, FastestTime: kept } });
    await submit('creator', { HighScore: 20, FastestTime: 5 });
    const { records } = await read(item);
    const holders = (name: string) => records[name]?.map(({ userId, value }) => [userId, value]);
    expect(holders('HighScore')).toEqual([
      [creator.userId, 20],
      [player.userId, 10],
    ]);
    expect(holders('FastestTime')).toEqual([
      [creator.userId, 5],
      [player.userId, 10],
    ]);
  });

  test('an acknowledged addition is read at once, and none of many is lost', async () => {
    const item = await crate.create('creator');
    const casts: WireCastName[] = ['player', 'collaborator', 'staff', 'admin'];
    const adding = Array.from({ length: 20 }, (_, at) =>
      patch(item, { changeStats: { n: 1 } }, casts[at % casts.length]),
    );
    const values = (await Promise.all(adding)).map((reply) => reply.item.stats.n);
    expect(values.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect((await read(item)).stats).toEqual({ n: 20 });
  });

  test('takes a form too', async () => {
    const item = await crate.create('creator');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `changeStats=${encodeURIComponent('{"plays":3}')}`;
    const reply = await ask('player', `PATCH ${crate.items}/${item.itemId}/stats`, { headers, body });
    expect(reply.data()).toMatchObject({ stats: { plays: 3 } });
  });

  test.each(['01890000-0000-7000-8000-000000000000', 'nonsense', 'a%2Fb'])(
    'answers 404 for the unknown item %s',
    async (id) => {
      const reply = await ask('player', `PATCH ${crate.items}/${id}/stats`, { body: { setStats: { a: 1 } } });
      expect(reply.refusal).toEqual([404, 'Item does not exist']);
    },
  );
});

const SOMETHING = 'Updates require something to update';
const INVALID = 'Invalid Updates';
const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, 1]));

const BAD: [what: string, body: unknown, sentence: string][] = [
  ['nothing', {}, SOMETHING],
  ['nothing in anything', { changeStats: {}, setStats: {}, submitRecords: {} }, SOMETHING],
  ['unknown fields alone', { stats: { a: 1 } }, SOMETHING],
  ['a text as number', { setStats: { a: '1' } }, INVALID],
  ['null as number', { changeStats: { a: null } }, INVALID],
  ['a list of numbers', { changeStats: [1] }, INVALID],
  ['true as number', { submitRecords: { a: true } }, INVALID],
  ['NaN', '{"setStats":{"a":NaN}}', INVALID],
  ['1e309', '{"setStats":{"a":1e309}}', INVALID],
  ['-1e309', '{"changeStats":{"a":-1e309}}', INVALID],
  ['the stat __proto__', '{"setStats":{"__proto__":1}}', INVALID],
  ['a hidden __proto__', String.raw`{"setStats":{"__proto\u005f_":1}}`, INVALID],
  ['an empty name', { setStats: { '': 1 } }, INVALID],
  ['a name of 65 characters', { setStats: { ['a'.repeat(65)]: 1 } }, INVALID],
  ['a name with NUL', { setStats: { 'a\0': 1 } }, INVALID],
  ['65 names', { setStats: numbered(65) }, INVALID],
  ['one name twice', { setStats: { a: 1 }, changeStats: { a: 1 } }, INVALID],
  ['a list', [], INVALID],
  ['null', 'null', INVALID],
  ['cut JSON', '{"setStats":', INVALID],
  ['no JSON', 'setStats', INVALID],
  ['an empty body', '', INVALID],
  ['JSON too deep', '{"setStats":'.repeat(5000), INVALID],
];

const untouched = crate.keep('creator');

test.each(BAD)('stats of %s are refused and change nothing', async (_what, body, sentence) => {
  const item = untouched();
  expect((await patch(item, body, 'collaborator')).refusal).toEqual([400, sentence]);
  expect((await read(item)).stats).toEqual({});
});

test('numbers at the ends of their range are kept as they are, and a sum beyond is refused', async () => {
  const item = await crate.create('creator');
  const ends = { most: 1.7976931348623157e308, least: -1.7976931348623157e308, tiny: 5e-324, third: 1 / 3 };
  expect((await patch(item, { setStats: ends })).data()).toMatchObject({ stats: ends });
  expect((await patch(item, { changeStats: { most: 1e308, third: 1 } })).refusal).toEqual([400, INVALID]);
  expect((await read(item)).stats).toEqual(ends);
});

test('an item has at most 256 stats and 64 records; those that it has still change', async () => {
  const item = await crate.create('creator', { name: 'full' });
  const names = Object.keys(numbered(256));
  for (let from = 0; from < 256; from += 64) {
    const setStats = Object.fromEntries(names.slice(from, from + 64).map((name) => [name, 1]));
    expect((await patch(item, { setStats }, 'staff')).status).toBe(200);
  }
  expect((await patch(item, { submitRecords: numbered(64) }, 'staff')).status).toBe(200);
  const bodies = [{ changeStats: { s0: 1, s256: 1 } }, { setStats: { s256: 1 } }, { submitRecords: { s0: 9, s64: 1 } }];
  for (const body of bodies) expect((await patch(item, body, 'staff')).refusal).toEqual([400, INVALID]);
  const updates = [{ name: 'full', changeStats: { s256: 1 } }];
  const reply = await ask('staff', `PATCH ${crate.items}/@batch/stats`, { body: { updates } });
  expect(reply.data()).toMatchObject([{ name: 'full', problem: { status: 400, message: INVALID } }]);
  expect((await patch(item, { changeStats: { s0: 1 }, submitRecords: { s1: 2 } }, 'staff')).status).toBe(200);
  const { stats, records } = await read(item);
  expect([Object.keys(stats).length, stats.s0, Object.keys(records).length]).toEqual([256, 2, 64]);
});

test('names of object prototypes are names of stats like others', async () => {
  const item = await crate.create('creator');
  const stats = { constructor: 1, toString: 2, hasOwnProperty: 3 };
  expect((await patch(item, { setStats: stats })).data()).toMatchObject({ stats });
  expect((await patch(item, { changeStats: stats })).data()).toMatchObject({
    stats: { constructor: 2, toString: 4, hasOwnProperty: 6 },
  });
});

test('where everyone may change stats, a record still needs a holder', async () => {
  const item = await open.create('creator');
  const line = `PATCH ${open.items}/${item.itemId}/stats`;
  expect((await ask(undefined, line, { body: { changeStats: { a: 1 } } })).data()).toMatchObject({ stats: { a: 1 } });
  const refused = await ask(undefined, line, { body: { submitRecords: { a: 1 } } });
  expect(refused.refusal).toEqual([401, 'Bad credentials!']);
});
