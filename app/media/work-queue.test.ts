import { expect, test } from 'vitest';

import { Problem } from '#lib/problem.ts';

import { WorkQueue } from './work-queue.server.ts';

/** Work of callers that ends when it is let go, and the names of those that have begun. */
function bench(workshop: WorkQueue) {
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    bring: (caller: string, name: string, signal?: AbortSignal) => {
      const gate = Promise.withResolvers<string>();
      gates.set(name, gate);
      const work = () => {
        begun.push(name);
        return gate.promise;
      };
      return workshop.run({ caller, ...(signal && { signal }) }, work).catch((thrown: unknown) => thrown);
    },
    end: async (name: string, error?: Error) => {
      if (error) gates.get(name)?.reject(error);
      else gates.get(name)?.resolve(name);
      await new Promise(setImmediate);
    },
  };
}

const BUSY = { status: 503, details: { headers: { 'retry-after': '2' } } };

test('so many work at once, so many wait in their order, and others are told to come again', async () => {
  const workshop = new WorkQueue({ atOnce: 2, waiting: 1 });
  const { begun, bring, end } = bench(workshop);
  const works = ['a', 'b', 'c'].map((name) => bring(name, name));
  const refused = await bring('d', 'd');
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject(BUSY);
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  await end('a', new Error('broken'));
  await end('c');
  expect(await Promise.all(works)).toEqual([new Error('broken'), 'b', 'c']);
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(await workshop.run({ caller: 'e' }, async () => 4)).toBe(4);
});

test('callers take turns, so that one who brings much delays nobody for long', async () => {
  const { begun, bring, end } = bench(new WorkQueue({ atOnce: 1, waiting: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bring('a', name);
  for (const name of ['b1', 'b2']) void bring('b', name);
  void bring('c', 'c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('of one caller few wait, and who waits with most makes room for others', async () => {
  const { begun, bring, end } = bench(new WorkQueue({ atOnce: 1, waiting: 4, waitingPerCaller: 3 }));
  void bring('a', 'a1');
  const waiting = ['a2', 'a3', 'a4'].map((name) => bring('a', name));
  expect(await bring('a', 'a5')).toMatchObject(BUSY);
  void bring('b', 'b1');
  void bring('c', 'c1');
  expect(await waiting[2]).toMatchObject(BUSY);
  void bring('d', 'd1');
  expect(await waiting[1]).toMatchObject(BUSY);
  // Now nobody waits with more than the newcomer would.
  expect(await bring('e', 'e1')).toMatchObject(BUSY);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'd1']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
});

test('one caller has only so many at once where that is said', async () => {
  const { begun, bring, end } = bench(new WorkQueue({ atOnce: 3, perCaller: 2, waiting: 9 }));
  for (const name of ['a1', 'a2', 'a3']) void bring('a', name);
  void bring('b', 'b1');
  await end('none');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('who is gone waits no longer, and who waits too long is told so', async () => {
  const workshop = new WorkQueue({ atOnce: 1, waiting: 1, milliseconds: 50 });
  const { begun, bring, end } = bench(workshop);
  const first = bring('a', 'a1');
  const asker = new AbortController();
  const gone = bring('b', 'b1', asker.signal);
  asker.abort();
  expect(await gone).toMatchObject(BUSY);
  expect(await bring('b', 'b2', asker.signal)).toMatchObject(BUSY);
  expect(await bring('c', 'c1')).toMatchObject(BUSY);
  await end('a1');
  expect([await first, begun]).toEqual(['a1', ['a1']]);
  expect(await workshop.run({ caller: 'd' }, async () => 4)).toBe(4);
});
