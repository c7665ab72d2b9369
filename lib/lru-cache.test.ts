import { expect, test } from 'vitest';

import { LruCache } from './lru-cache.ts';

test('a value is made once for simultaneous calls, and forgotten when others were used since', async () => {
  const made: string[] = [];
  const recent = new LruCache<string>(2);
  const get = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return Promise.resolve(key.toUpperCase());
    });
  expect(await Promise.all([get('a'), get('a'), get('b'), get('a')])).toEqual(['A', 'A', 'B', 'A']);
  await get('c');
  await get('a');
  expect(made).toEqual(['a', 'b', 'c']);
  await get('b');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a failed value is made again', async () => {
  const recent = new LruCache<string>(2);
  await expect(recent.get('a', () => Promise.reject(new Error('not yet')))).rejects.toThrow('not yet');
  expect(await recent.get('a', () => Promise.resolve('now'))).toBe('now');
});
