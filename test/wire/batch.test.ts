import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import { useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('batch');

function batch(updates: unknown): Promise<WireReply> {
  return ask('player', `PATCH ${crate.items}/@batch/stats`, { body: { updates } });
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
});

const untouched = crate.keep('creator', { name: 'good' });
const good = { name: 'good', setStats: { a: 1 } };

test.each<[what: string, entry: object, sentence: string]>([
  ['no changes', { name: 'good' }, 'Updates require something to update'],
  ['no item', { setStats: { a: 1 } }, 'Updates require itemId or name'],
  ['a wrong number', { name: 'good', setStats: { a: '1' } }, 'Invalid Updates'],
])('a batch with an entry of %s is refused as a whole', async (_what, entry, sentence) => {
  const reply = await batch([good, entry]);
  expect([...reply.refusal, await statsOf(untouched())]).toEqual([400, sentence, {}]);
});
