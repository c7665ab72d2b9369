import { expect, test } from 'vitest';

import { memoize } from './memoize.ts';

test('memoize computes each value once, also one that is undefined', () => {
  const computed: string[] = [];
  const find = memoize((one: string, other: string | undefined) => {
    computed.push(`${one} ${other}`);
    return other;
  });
  const pairs = [
    ['a', undefined],
    ['a', 'b'],
    ['a', undefined],
    ['a', 'b'],
    ['ab', ''],
  ] as [string, string?][];
  expect(pairs.map(([one, other]) => find(one, other))).toEqual([undefined, 'b', undefined, 'b', '']);
  expect(computed).toEqual(['a undefined', 'a b', 'ab ']);
});

test('memoize keeps the values that were used last', () => {
  const computed: string[] = [];
  const find = memoize((key: string) => void computed.push(key), 2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) find(key);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('memoize keeps no promise that fails', async () => {
  let count = 0;
  const load = memoize(async () => {
    count += 1;
    if (count === 1) throw new Error('not now');
    return count;
  });
  await expect(load()).rejects.toThrow('not now');
  expect([await load(), await load()]).toEqual([2, 2]);
});
