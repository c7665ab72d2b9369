import { expect, test } from 'vitest';

import { SharedWork, sharedWorkPer } from './shared-work.ts';

test('who asks while it runs gets the same result, who asks later has it done again', async () => {
  const work = new SharedWork<number>();
  let times = 0;
  const count = async () => (times += 1);
  expect(await Promise.all([work.run('a', count), work.run('a', count), work.run('b', count)])).toEqual([1, 1, 2]);
  expect(await work.run('a', count)).toBe(3);
});

test('a failure is told to all who waited, and not remembered', async () => {
  const work = new SharedWork<string>();
  const fails = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([work.run('a', fails), work.run('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await work.run('a', async () => 'yes')).toBe('yes');
});

test('each owner has its own', async () => {
  const of = sharedWorkPer<string>();
  const [one, other] = [{}, {}];
  expect(of(one)).toBe(of(one));
  expect(of(one)).not.toBe(of(other));
});
