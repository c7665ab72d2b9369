import { expect, test } from 'vitest';

import { SingleFlight } from './single-flight.ts';

test('a call during the run gets the same result, a later one runs again', async () => {
  const work = new SingleFlight<number>();
  let times = 0;
  const count = async () => (times += 1);
  expect(await Promise.all([work.run('a', count), work.run('a', count), work.run('b', count)])).toEqual([1, 1, 2]);
  expect(await work.run('a', count)).toBe(3);
});

test('a failure is thrown to all callers, and not remembered', async () => {
  const work = new SingleFlight<string>();
  const fails = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([work.run('a', fails), work.run('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await work.run('a', async () => 'yes')).toBe('yes');
});

test('the signal aborts when all callers are gone, and not before', async () => {
  const work = new SingleFlight<string>();
  const [one, other] = [new AbortController(), new AbortController()];
  let signal: AbortSignal | undefined;
  const begin = (left: AbortSignal) => {
    signal = left;
    return new Promise<string>((_, reject) => left.addEventListener('abort', () => reject(new Error('left'))));
  };
  const both = [work.run('a', begin, one.signal), work.run('a', begin, other.signal)];
  one.abort();
  expect(signal?.aborted).toBe(false);
  other.abort();
  expect(signal?.aborted).toBe(true);
  // Who comes before it has stopped has it done anew.
  expect(await work.run('a', async () => 'anew')).toBe('anew');
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('the run goes on for the callers who stay, however many leave', async () => {
  const work = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  const leaving = AbortSignal.abort();
  const stays = work.run('a', () => gate.promise);
  const all = [stays, work.run('a', () => gate.promise, leaving)];
  gate.resolve('done');
  expect(await Promise.all(all)).toEqual(['done', 'done']);
});
