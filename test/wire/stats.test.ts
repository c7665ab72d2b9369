import { describe, expect, inject, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import type { WireReply } from './client.ts';
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
const untouched = crate.keep('creator');

test.each<[what: string, body: unknown, sentence: string]>([
  ['nothing', {}, SOMETHING],
  ['cut JSON', '{"setStats":', INVALID],
])('stats of %s are refused and change nothing', async (_what, body, sentence) => {
  const item = untouched();
  expect((await patch(item, body, 'collaborator')).refusal).toEqual([400, sentence]);
  expect((await read(item)).stats).toEqual({});
});

test('where everyone may change stats, a record still needs a holder', async () => {
  const item = await open.create('creator');
  const line = `PATCH ${open.items}/${item.itemId}/stats`;
  expect((await ask(undefined, line, { body: { changeStats: { a: 1 } } })).data()).toMatchObject({ stats: { a: 1 } });
  const refused = await ask(undefined, line, { body: { submitRecords: { a: 1 } } });
  expect(refused.refusal).toEqual([401, 'Bad credentials!']);
});
