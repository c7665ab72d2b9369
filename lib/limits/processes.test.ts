import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { sum, takeInTurn, takeMany, useLimits } from '#test/people/limits.ts';

const READS = { name: 'read', points: 240, seconds: 60 };
const MANY = { name: 'many', points: 1200, seconds: 60 };
const EXACT = { ...READS, credit: 0 };
const GENEROUS = { ...READS, credit: 30 };

const ground = useLimits('limits_of_processes');

test('four processes at once allow exactly the points of a rule without credit', async () => {
  const processes = [ground.open(), ground.open(), ground.open(), ground.open()];
  const allowed = await Promise.all(processes.map((limits) => takeMany(limits, 300, EXACT)));
  expect(sum(allowed)).toBe(240);
});

test('points that four processes gave on credit count for all of them', async () => {
  const processes = [ground.open(), ground.open(), ground.open(), ground.open()];
  for (const limits of processes) expect(await takeMany(limits, 31, GENEROUS)).toBe(31);
  const rest = await Promise.all(processes.map((limits) => takeMany(limits, 200, GENEROUS)));
  expect(sum(rest)).toBe(240 - 4 * 31);
});

test('four processes at once exceed the points by the credit of three at most', async () => {
  const processes = [ground.open(), ground.open(), ground.open(), ground.open()];
  const allowed = sum(await Promise.all(processes.map((limits) => takeMany(limits, 500, GENEROUS))));
  expect(allowed).toBeGreaterThanOrEqual(240);
  expect(allowed).toBeLessThanOrEqual(240 + 3 * 30);
});

test('a process that comes when nothing is left gives its credit and no more', async () => {
  expect(await takeMany(ground.open(), 500, GENEROUS)).toBe(240);
  expect(await takeMany(ground.open(), 500, GENEROUS)).toBe(30);
  expect(await takeMany(ground.open(), 500, EXACT)).toBe(0);
});

test('four busy processes allow 1,200 points to within 2 percent', async () => {
  const processes = [ground.open(), ground.open(), ground.open(), ground.open()];
  const allowed = sum(await Promise.all(processes.map((limits) => takeInTurn(limits, 500, MANY))));
  expect(Math.abs(allowed - 1200)).toBeLessThanOrEqual(24);
});

test.each([1, 4, 7, 8, 20, 21, 22, 23, 24, 25])(
  'four processes keep to within 2 percent when three of them stop after %i requests, and when those come last',
  async (few) => {
    const [busy, ...others] = [ground.open(), ground.open(), ground.open(), ground.open()];
    let allowed = 0;
    for (const limits of others) allowed += await takeInTurn(limits, few, MANY);
    allowed += await takeInTurn(busy, 1300, MANY);
    expect(Math.abs(allowed - 1200)).toBeLessThanOrEqual(24);
    await ground.pool.query('truncate limit_leases');
    ground.time += 60_000;
    allowed = await takeInTurn(busy, 1300, MANY);
    for (const limits of others) allowed += await takeInTurn(limits, few, MANY);
    expect(Math.abs(allowed - 1200)).toBeLessThanOrEqual(24);
  },
);

test('four processes at once allow no more than the points, whatever the requests cost', async () => {
  const processes = [ground.open(), ground.open(), ground.open(), ground.open()];
  const spent = processes.map(async (limits) => {
    const costs = Array.from({ length: 100 }, (_, at) => 1 + (at % 7));
    const taken = await Promise.all(costs.map((cost) => limits.take('pip', EXACT, cost)));
    return sum(costs.filter((_, at) => taken[at]?.allowed));
  });
  const all = sum(await Promise.all(spent));
  expect(all).toBeLessThanOrEqual(240);
  expect(all).toBeGreaterThanOrEqual(235);
});

test('a rule of few points has no credit, so that it holds exactly for all processes', async () => {
  const attempts = { name: 'attempt', points: 5, seconds: 900 };
  const allowed = await Promise.all(
    [ground.open(), ground.open(), ground.open()].map((limits) => takeMany(limits, 5, attempts)),
  );
  expect(sum(allowed)).toBe(5);
});

test('the next window is shared again when the database is back', async () => {
  const flaky = new Pool({ ...ground.pool.options, max: 2 });
  onTestFinished(() => flaky.end());
  await ground.pool.query('alter table limit_leases rename to gone');
  const processes = [ground.open({ pool: flaky }), ground.open({ pool: flaky })];
  const alone = await Promise.all(processes.map((limits) => takeMany(limits, 300, EXACT)));
  await ground.pool.query('alter table gone rename to limit_leases');
  expect(alone).toEqual([240, 240]);
  ground.time += 60_000;
  const together = await Promise.all(processes.map((limits) => takeMany(limits, 300, EXACT)));
  expect(sum(together)).toBe(240);
});
