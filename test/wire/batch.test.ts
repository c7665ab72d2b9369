import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import type { WireCastName } from './cast.ts';
import { useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('batch');
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

function batch(updates: unknown, who: WireCastName = 'player'): Promise<WireReply> {
  return ask(who, `PATCH ${crate.items}/@batch/stats`, { body: { updates } });
}

async function statsOf({ itemId }: Item): Promise<Item['stats']> {
  return (await ask(undefined, `GET ${crate.items}/${itemId}`)).item.stats;
}

describe('PATCH @batch/stats', () => {
  test('writes items named by id or name and answers each entry in its order', async () => {
    const one = await crate.create('creator', { name: 'one' });
    const two = await crate.create('creator', { name: 'two' });
    const reply = await batch([
      { name: 'two', setStats: { a: 2 } },
      { itemId: one.itemId, changeStats: { a: 1 }, submitRecords: { best: 7 } },
    ]);
    expect(reply.data()).toMatchObject([
      { itemId: two.itemId, stats: { a: 2 } },
      { itemId: one.itemId, stats: { a: 1 }, records: { best: { value: 7 } } },
    ]);
    expect([await statsOf(one), await statsOf(two)]).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('reports unknown items per entry and writes the others', async () => {
    const item = await crate.create('creator');
    const hidden = await crate.create('creator', { name: 'hidden-one', tags: ['hidden'] });
    const reply = await batch([
      { itemId: UNKNOWN, setStats: { a: 1 } },
      { name: 'nobody', setStats: { a: 1 } },
      { itemId: 'nonsense', setStats: { a: 1 } },
      { itemId: hidden.itemId, setStats: { a: 1 } },
      { name: 'hidden-one', setStats: { a: 1 } },
      { itemId: item.itemId, setStats: { a: 1 } },
    ]);
    const problem = { status: 404, message: 'Item does not exist', code: 'storage.noItem' };
    expect(reply.data()).toMatchObject([
      { itemId: UNKNOWN, problem },
      { name: 'nobody', problem },
      { itemId: 'nonsense', problem },
      { itemId: hidden.itemId, problem },
      { name: 'hidden-one', problem },
      { itemId: item.itemId, stats: { a: 1 } },
    ]);
    expect(await statsOf(item)).toEqual({ a: 1 });
  });

  test('takes one item several times, in the order of the entries', async () => {
    const item = await crate.create('creator', { name: 'again' });
    const { itemId } = item;
    const reply = await batch([
      { itemId, changeStats: { a: 5 } },
      { name: 'again', setStats: { a: 10 } },
      { itemId: itemId.toUpperCase(), changeStats: { a: 1 } },
    ]);
    expect(reply.data()).toMatchObject([{ stats: { a: 11 } }, { stats: { a: 11 } }, { stats: { a: 11 } }]);
    expect(await statsOf(item)).toEqual({ a: 11 });
  });

  test('takes 100 entries and no more', async () => {
    const { itemId } = await crate.create('creator');
    const entries = (count: number) => Array.from({ length: count }, () => ({ itemId, changeStats: { n: 1 } }));
    expect((await batch(entries(100))).items[99]?.stats).toEqual({ n: 100 });
    expect((await batch(entries(101))).refusal).toEqual([400, 'Invalid Updates']);
  });
});

const untouched = crate.keep('creator', { name: 'good' });
const good = { name: 'good', setStats: { a: 1 } };

test('an impossible name is refused or reported at its entry, and the others are written', async () => {
  const item = await crate.create('creator', { name: 'whole' });
  const reply = await batch([
    { name: 'nul\0', setStats: { a: 1 } },
    { name: 'whole', setStats: { a: 1 } },
  ]);
  expect([reply.status, await statsOf(item)]).toEqual(reply.status === 200 ? [200, { a: 1 }] : [400, {}]);
});

test.each<[what: string, updates: unknown, sentence: string]>([
  ['an empty list', [], 'Invalid Updates'],
  ['no list', {}, 'Invalid Updates'],
  ['nothing', undefined, 'Invalid Updates'],
  ['null', null, 'Invalid Updates'],
  ['an entry that is null', [good, null], 'Invalid Updates'],
  ['an entry that is a text', [good, 'name'], 'Invalid Updates'],
  ['an entry without id and name', [good, { setStats: { a: 1 } }], 'Updates require itemId or name'],
  ['an entry with an empty id', [good, { itemId: '', setStats: { a: 1 } }], 'Updates require itemId or name'],
  ['an entry without a change', [good, { name: 'good' }], 'Updates require something to update'],
  ['an entry of empty changes', [good, { name: 'good', setStats: {} }], 'Updates require something to update'],
  ['an entry of a wrong number', [good, { name: 'good', setStats: { a: '1' } }], 'Invalid Updates'],
  ['an entry that sets and changes one stat', [good, { ...good, changeStats: { a: 1 } }], 'Invalid Updates'],
  ['a name that is a number', [good, { name: 7, setStats: { a: 1 } }], 'Invalid Updates'],
])('a batch with %s is refused as a whole', async (_what, updates, sentence) => {
  const reply = await batch(updates, 'player');
  expect([...reply.refusal, await statsOf(untouched())]).toEqual([400, sentence, {}]);
});

test('overlapping batches in opposite orders all succeed', async () => {
  const items: Item[] = [];
  for (let at = 0; at < 4; at += 1) items.push(await crate.create('admin'));
  const entries = items.map(({ itemId }) => ({ itemId, changeStats: { n: 1 } }));
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, at) => batch(at % 2 === 0 ? entries : entries.toReversed(), 'staff')),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  for (const item of items) expect(await statsOf(item)).toEqual({ n: 12 });
});
