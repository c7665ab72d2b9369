import { expect, test } from 'vitest';

import { Semaphore } from './semaphore.ts';

test('a semaphore limits what runs at one time, starts the others in order, and makes room after failures', async () => {
  const slots = new Semaphore(2);
  const started: number[] = [];
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<number>());
  const work = gates.map(({ promise }, at) =>
    slots.run(() => {
      started.push(at);
      return promise;
    }),
  );
  const results = Promise.allSettled(work);
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  gates[1]?.reject(new Error('no'));
  await expect(work[1]).rejects.toThrow('no');
  expect(started).toEqual([0, 1, 2]);
  for (const [at, gate] of gates.entries()) gate.resolve(at);
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(4).fill('fulfilled')]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await slots.run(async () => 'free again')).toBe('free again');
});
