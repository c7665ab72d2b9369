import { expect, test } from 'vitest';

import { Problem } from '#lib/problem.ts';

import { Workshop } from './workshop.server.ts';

test('so many work at once, so many wait in their order, and others are told to come again', async () => {
  const workshop = new Workshop(2, 1);
  const started: number[] = [];
  const gates = [0, 1, 2].map(() => Promise.withResolvers<number>());
  const works = gates.map((gate, at) =>
    workshop.run(() => {
      started.push(at);
      return gate.promise;
    }),
  );
  const refused: unknown = await workshop.run(async () => 3).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({ status: 503, details: { headers: { 'retry-after': '2' } } });
  expect(started).toEqual([0, 1]);
  gates[1]?.resolve(1);
  expect(await works[1]).toBe(1);
  gates[2]?.resolve(2);
  gates[0]?.reject(new Error('broken'));
  expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(started).toEqual([0, 1, 2]);
  expect(await workshop.run(async () => 4)).toBe(4);
});
