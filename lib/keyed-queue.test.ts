import { expect, test } from 'vitest';

import { KeyedQueue } from './keyed-queue.ts';

/** Work that ends when the test says so. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const start = () => {
    log.push(`${name} starts`);
    return promise.finally(() => log.push(`${name} ends`));
  };
  return { start, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('work of one key runs one after the other, in the order of coming', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const [first, second] = [work(log, 'first'), work(log, 'second')];
  const both = [queue.run('a', first.start), queue.run('a', second.start)];
  second.end();
  first.end();
  expect(await Promise.all(both)).toEqual(['first', 'second']);
  expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});

test('work of different keys runs side by side', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const [first, second] = [work(log, 'first'), work(log, 'second')];
  const both = [queue.run('a', first.start), queue.run('b', second.start)];
  second.end();
  await both[1];
  first.end();
  await both[0];
  expect(log).toEqual(['first starts', 'second starts', 'second ends', 'first ends']);
});

test('work that fails throws to its own caller, and the next runs all the same', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const [first, second] = [work(log, 'first'), work(log, 'second')];
  const failing = queue.run('a', first.start);
  const following = queue.run('a', second.start);
  first.fail();
  second.end();
  await expect(failing).rejects.toThrow('first');
  expect(await following).toBe('second');
});

test('a key starts afresh after all its work is done', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const [first, second] = [work(log, 'first'), work(log, 'second')];
  first.end();
  await queue.run('a', first.start);
  const running = queue.run('a', second.start);
  expect(log.at(-1)).toBe('second starts');
  second.end();
  await running;
});
