import { beforeAll, describe, expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { ItemStats } from './stats.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'scores')));

const patch = (itemId: string, body: unknown, who: 'player' | 'creator' | 'nobody' = 'player') =>
  site.ask(who === 'nobody' ? undefined : who, `${crate}/items/${itemId}/stats`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const batch = (body: unknown) =>
  site.ask('player', `${crate}/items/@batch/stats`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const read = async (itemId: string) => dataOf<Item>(await site.ask(undefined, `${crate}/items/${itemId}`));

describe('stats of one item', () => {
  test('are added to by changeStats and set by setStats, and an acknowledged addition is read at once', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    await patch(itemId, { changeStats: { plays: 3 }, setStats: { difficulty: 0.5 } });
    const written = await dataOf<ItemStats>(
      await patch(itemId, { changeStats: { plays: -1 }, setStats: { difficulty: 0.25 } }),
    );
    expect(written).toMatchObject({ itemId, stats: { plays: 2, difficulty: 0.25 } });
    expect((await read(itemId)).stats).toEqual({ plays: 2, difficulty: 0.25 });
  });

  test('include records: submitRecords keeps the best of each holder, who is the actor, and shows the best three', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    await patch(itemId, { submitRecords: { HighScore: 10 } });
    await patch(itemId, { submitRecords: { HighScore: 7 } });
    await patch(itemId, { submitRecords: { HighScore: 12 } }, 'creator');
    const { records } = await read(itemId);
    expect(records.HighScore?.map(({ userId, value }) => [userId, value])).toEqual([
      ['cr8tor', 12],
      ['pl4yer', 10],
    ]);
  });

  test('do not change the etag, which covers body and metadata alone', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player');
    await patch(itemId, { changeStats: { plays: 1 } });
    expect((await read(itemId)).etag).toBe(etag);
  });

  test.each([
    ['nothing', {}, 'Updates require something to update'],
    ['an empty change', { changeStats: {} }, 'Updates require something to update'],
    ['a text for a number', { changeStats: { plays: '1' } }, 'Invalid Updates'],
    ['null', { setStats: { plays: null } }, 'Invalid Updates'],
    ['a stat in both', { changeStats: { plays: 1 }, setStats: { plays: 1 } }, 'Invalid Updates'],
    ['a list', { changeStats: [1] }, 'Invalid Updates'],
    ['a strange name', { changeStats: { 'a b': 1 } }, 'Invalid Updates'],
  ])('are refused with their sentence: %s', async (_, body, sentence) => {
    const { itemId } = await createItem(site, crate, 'player');
    expect(await refusalOf(await patch(itemId, body))).toEqual([400, sentence]);
    expect((await read(itemId)).stats).toEqual({});
  });

  test.each([
    '{"changeStats":{"plays":NaN}}',
    '{"changeStats":{"plays":1e309}}',
    '{"changeStats":{"__proto__":1}}',
    '{"changeStats":{"\\u005f_proto__":1}}',
  ])('are refused as NaN, 1e309 and __proto__: %s', async (text) => {
    const { itemId } = await createItem(site, crate, 'player');
    const headers = { 'content-type': 'application/json' };
    const response = await site.ask('player', `${crate}/items/${itemId}/stats`, {
      method: 'PATCH',
      body: text,
      headers,
    });
    expect(await refusalOf(response)).toEqual([400, 'Invalid Updates']);
  });

  test.each([
    ['-0', 0],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['-1.7976931348623157e308', -Number.MAX_VALUE],
    ['0.1', 0.1],
    ['9007199254740991', 9_007_199_254_740_991],
    ['1e-400', 0],
  ])('are numbers of JSON in double precision: %s reads %d', async (text, value) => {
    const { itemId } = await createItem(site, crate, 'player');
    const headers = { 'content-type': 'application/json' };
    const body = `{"setStats":{"exact":${text}},"changeStats":{"added":${text}},"submitRecords":{"Best":${text}}}`;
    const path = `${crate}/items/${itemId}/stats`;
    expect((await site.ask('player', path, { method: 'PATCH', body, headers })).status).toBe(200);
    const { stats, records } = await read(itemId);
    expect([stats, records.Best?.[0]?.value]).toEqual([{ exact: value, added: value }, value]);
  });

  test('do not change by an addition that leaves the range of numbers', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    await patch(itemId, { changeStats: { big: 1e308 } });
    const refused = await patch(itemId, { changeStats: { big: 1e308 } });
    const fields = { changeStats: 'a sum that no number holds' };
    expect(await refused.json()).toMatchObject({ status: 400, message: 'Invalid Updates', fields });
    expect((await read(itemId)).stats).toEqual({ big: 1e308 });
  });

  test('are 404 for an unknown item, and 401 without a sign-in', async () => {
    expect(await refusalOf(await patch('01890a5d-ac96-774b-bcce-b302099a8057', { changeStats: { a: 1 } }))).toEqual([
      404,
      'Item does not exist',
    ]);
    const { itemId } = await createItem(site, crate, 'player');
    expect((await patch(itemId, { changeStats: { a: 1 } }, 'nobody')).status).toBe(401);
  });
});

describe('@batch/stats', () => {
  test('takes items by id or name, sums up entries of one item in their order, and answers each', async () => {
    const one = await createItem(site, crate, 'player', { name: 'batch-one' });
    const two = await createItem(site, crate, 'player');
    const updates = [
      { name: 'batch-one', changeStats: { plays: 1 } },
      { itemId: two.itemId, changeStats: { plays: 5 }, submitRecords: { HighScore: 3 } },
      { itemId: one.itemId.toUpperCase(), changeStats: { plays: 2, again: 5 } },
      { name: 'batch-one', setStats: { stars: 4, again: 10 } },
      { itemId: one.itemId, changeStats: { again: 1 } },
    ];
    const response = await batch({ updates });
    expect(response.status).toBe(200);
    const stats = { plays: 3, stars: 4, again: 11 };
    expect(await dataOf(response)).toMatchObject([
      { itemId: one.itemId, stats: { plays: 3 } },
      { itemId: two.itemId, stats: { plays: 5 }, records: { HighScore: { value: 3 } } },
      { stats: { plays: 3, again: 11 } },
      { stats: { stars: 4, again: 11 } },
      { stats: { again: 11 } },
    ]);
    expect((await read(one.itemId)).stats).toEqual(stats);
    expect(await read(two.itemId)).toMatchObject({
      stats: { plays: 5 },
      records: { HighScore: [{ userId: 'pl4yer', value: 3 }] },
    });
  });

  test('refuses unknown and hidden items at their entry, and writes the others', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    const hidden = await createItem(site, crate, 'creator', { name: 'hidden-one', tags: ['hidden'] });
    const unknown = [
      { name: 'nobody' },
      { itemId: '01890000-0000-7000-8000-000000000000' },
      { itemId: 'nonsense' },
      { itemId: hidden.itemId },
      { name: 'hidden-one' },
    ];
    const updates = [...unknown, { itemId }].map((entry) => Object.assign({ changeStats: { a: 1 } }, entry));
    const problem = { status: 404, message: 'Item does not exist', code: 'storage.noItem' };
    const refused = unknown.map((entry) => Object.assign({ problem }, entry));
    expect(await dataOf(await batch({ updates }))).toMatchObject([...refused, { itemId, stats: { a: 1 } }]);
    expect((await read(itemId)).stats).toEqual({ a: 1 });
  });

  test('takes 100 entries', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    const updates = Array.from({ length: 100 }, () => ({ itemId, changeStats: { n: 1 } }));
    expect((await dataOf<ItemStats[]>(await batch({ updates }))).at(-1)?.stats).toEqual({ n: 100 });
  });

  test.each([
    ['no list', {}, 'Invalid Updates'],
    ['an empty list', { updates: [] }, 'Invalid Updates'],
    ['a list of nothing', { updates: [null] }, 'Invalid Updates'],
    [
      '101 entries',
      { updates: Array.from({ length: 101 }, () => ({ name: 'x', changeStats: { a: 1 } })) },
      'Invalid Updates',
    ],
    ['an entry for no item', { updates: [{ changeStats: { a: 1 } }] }, 'Updates require itemId or name'],
    ['an entry without a change', { updates: [{ name: 'x' }] }, 'Updates require something to update'],
  ])('is refused as a whole for %s', async (_, body, sentence) => {
    expect(await refusalOf(await batch(body))).toEqual([400, sentence]);
  });
});
