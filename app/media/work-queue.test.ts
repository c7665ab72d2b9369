import { expect, test } from 'vitest';

import { Problem } from '#lib/problem.ts';

import { WorkQueue } from './work-queue.server.ts';

/** Adds work that runs until `end`, and lists what has started. */
function useQueue(queue: WorkQueue) {
  const started: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    add: (caller: string, name: string, signal?: AbortSignal) => {
      const gate = Promise.withResolvers<string>();
      gates.set(name, gate);
      const work = () => {
        started.push(name);
        return gate.promise;
      };
      return queue.run({ caller, ...(signal && { signal }) }, work).catch((thrown: unknown) => thrown);
    },
    end: async (name: string, error?: Error) => {
      if (error) gates.get(name)?.reject(error);
      else gates.get(name)?.resolve(name);
      await new Promise(setImmediate);
    },
  };
}

const BUSY = { status: 503, details: { headers: { 'retry-after': '2' } } };

test('a work queue runs work up to the limit, queues the rest in order, and refuses what exceeds the queue', async () => {
  const queue = new WorkQueue({ atOnce: 2, waiting: 1 });
  const { started, add, end } = useQueue(queue);
  const works = ['a', 'b', 'c'].map((name) => add(name, name));
  const refused = await add('d', 'd');
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject(BUSY);
  expect(started).toEqual(['a', 'b']);
  await end('b');
  await end('a', new Error('broken'));
  await end('c');
  expect(await Promise.all(works)).toEqual([new Error('broken'), 'b', 'c']);
  expect(started).toEqual(['a', 'b', 'c']);
  expect(await queue.run({ caller: 'e' }, async () => 4)).toBe(4);
});

test('a work queue alternates between callers', async () => {
  const { started, add, end } = useQueue(new WorkQueue({ atOnce: 1, waiting: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name);
  for (const name of ['b1', 'b2']) void add('b', name);
  void add('c', 'c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a work queue limits the work that one caller may queue, and drops work of the caller with most of it for a newcomer', async () => {
  const { started, add, end } = useQueue(new WorkQueue({ atOnce: 1, waiting: 4, waitingPerCaller: 3 }));
  void add('a', 'a1');
  const waiting = ['a2', 'a3', 'a4'].map((name) => add('a', name));
  expect(await add('a', 'a5')).toMatchObject(BUSY);
  void add('b', 'b1');
  void add('c', 'c1');
  expect(await waiting[2]).toMatchObject(BUSY);
  void add('d', 'd1');
  expect(await waiting[1]).toMatchObject(BUSY);
  // No caller has more queued work than the newcomer would.
  expect(await add('e', 'e1')).toMatchObject(BUSY);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'd1']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
});

test('a work queue limits the concurrent work of one caller', async () => {
  const { started, add, end } = useQueue(new WorkQueue({ atOnce: 3, perCaller: 2, waiting: 9 }));
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  void add('b', 'b1');
  await end('none');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a work queue drops the work of a caller who disconnects or waits too long', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 1, milliseconds: 50 });
  const { started, add, end } = useQueue(queue);
  const first = add('a', 'a1');
  const client = new AbortController();
  const gone = add('b', 'b1', client.signal);
  client.abort();
  expect(await gone).toMatchObject(BUSY);
  expect(await add('b', 'b2', client.signal)).toMatchObject(BUSY);
  expect(await add('c', 'c1')).toMatchObject(BUSY);
  await end('a1');
  expect([await first, started]).toEqual(['a1', ['a1']]);
  expect(await queue.run({ caller: 'd' }, async () => 4)).toBe(4);
});
