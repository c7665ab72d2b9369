import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { takeInTurn, takeMany, useLimits } from '#test/people/limits.ts';

const READS = { name: 'read', points: 240, seconds: 60 };
const MANY = { name: 'many', points: 1200, seconds: 60 };
const EXACT = { ...READS, credit: 0 };

const ground = useLimits('limits');

test('a caller may use all points of a rule, sees what remains, and starts anew in the next window', async () => {
  const limits = ground.open();
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 239, reset: 50, allowed: true });
  expect(await takeMany(limits, 238, READS)).toBe(238);
  ground.time += 20_500;
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 0, reset: 30, allowed: true });
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 0, reset: 30, allowed: false });
  ground.time += 29_499;
  expect(await limits.take('pip', READS)).toMatchObject({ reset: 1, allowed: false });
  ground.time += 1;
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 239, reset: 60, allowed: true });
});

test('what remains goes down by one with each request, across leases', async () => {
  const limits = ground.open();
  for (let remaining = 239; remaining >= 0; remaining -= 1) {
    expect(await limits.take('pip', READS)).toMatchObject({ remaining, allowed: true });
  }
});

test('callers and rules are counted apart', async () => {
  const limits = ground.open();
  const writes = { name: 'write', points: 8, seconds: 60 };
  expect(await takeMany(limits, 20, writes, 'pip')).toBe(8);
  expect(await takeMany(limits, 20, writes, 'pop')).toBe(8);
  expect(await takeMany(limits, 20, READS, 'pip')).toBe(20);
});

test('a caller of few requests costs no statement, and one of many costs one for five', async () => {
  const counted = countStatements();
  const limits = ground.open({ pool: counted.pool });
  await takeInTurn(limits, 3, MANY);
  expect(counted.statements()).toBe(0);
  expect(await takeInTurn(limits, 1500, MANY)).toBe(1197);
  expect(counted.statements()).toBeLessThan(1200 / 5);
});

test('leases of many callers at one time cost one statement', async () => {
  const counted = countStatements();
  const limits = ground.open({ pool: counted.pool });
  await Promise.all(Array.from({ length: 200 }, (_, at) => limits.take(`caller ${at}`, EXACT)));
  expect(counted.statements()).toBeLessThanOrEqual(2);
  expect(await countLeases()).toBe(200);
});

test('a caller who is forgotten and seen again at once gets no more points for it', async () => {
  const limits = ground.open({ maxCallers: 1 });
  const callers = Array.from({ length: 600 }, (_, at) => (at % 2 === 0 ? 'pip' : 'pop'));
  const taken = await Promise.all(callers.map((caller) => limits.take(caller, EXACT)));
  const allowed = callers.filter((caller, at) => caller === 'pip' && taken[at]?.allowed);
  expect(allowed.length).toBeGreaterThan(50);
  expect(allowed.length).toBeLessThanOrEqual(240);
});

test('the next points are leased before the last are used, so that no request waits for them', async () => {
  const limits = ground.open();
  await takeInTurn(limits, 4, MANY);
  await expect.poll(countLeases).toBe(1);
  const blocker = await ground.pool.connect();
  onTestFinished(() => blocker.release());
  await blocker.query('begin');
  await blocker.query('lock table limit_leases in access exclusive mode');
  expect(await takeInTurn(limits, 6, MANY)).toBe(6);
  await blocker.query('rollback');
});

test('a request takes as many points as it costs, or none when they are not all there', async () => {
  const limits = ground.open();
  expect(await limits.take('pip', READS, 100)).toMatchObject({ remaining: 140, allowed: true });
  expect(await limits.take('pip', READS, 141)).toMatchObject({ remaining: 140, allowed: false });
  expect(await limits.take('pip', READS, 140)).toMatchObject({ remaining: 0, allowed: true });
  expect(await limits.take('pip', READS)).toMatchObject({ remaining: 0, allowed: false });
});

test('a cost above all points of a rule takes all of them, and a cost of 0 only reads the state', async () => {
  const limits = ground.open();
  expect(await limits.take('pip', READS, 0)).toMatchObject({ remaining: 240, allowed: true });
  expect(await limits.take('pip', READS, 1000)).toMatchObject({ remaining: 0, allowed: true });
  expect(await limits.take('pip', READS, 0)).toMatchObject({ remaining: 0, allowed: true });
  expect(await limits.take('pop', READS, 0)).toMatchObject({ remaining: 240, allowed: true });
});

test('a caller at the limit of a long window may retry in a minute', async () => {
  const mails = { name: 'mail', points: 1, seconds: 3600 };
  const limits = ground.open();
  await limits.take('pip', mails);
  expect(await limits.take('pip', mails)).toMatchObject({ reset: 60, allowed: false });
  ground.time += 60_000;
  expect(await limits.take('pip', mails)).toMatchObject({ reset: 60, allowed: false });
  ground.time += 3_530_000;
  expect(await limits.take('pip', mails)).toMatchObject({ reset: 60, allowed: true });
});

test('the multiplier scales every rule, and 0 turns limits off', async () => {
  expect(await takeMany(ground.open({ multiplier: 0.5 }), 500, READS)).toBe(120);
  const off = ground.open({ multiplier: 0 });
  expect(await takeMany(off, 500, READS)).toBe(500);
  expect(await off.take('pip', READS)).toEqual({ limit: 240, remaining: 240, reset: 60, allowed: true });
});

test('without a database each process keeps the limit by itself, and tries again after a second', async () => {
  const away = new Pool({ host: '/nonexistent', port: 1 });
  const errors: unknown[] = [];
  const limits = ground.open({ pool: away, onError: (error) => errors.push(error) });
  expect(await takeMany(limits, 500, READS)).toBe(240);
  expect(await takeMany(limits, 500, READS, 'pop')).toBe(240);
  expect(errors).toHaveLength(1);
  ground.time += 1000;
  expect(await takeMany(limits, 500, READS, 'pap')).toBe(240);
  expect(errors).toHaveLength(2);
});

test('a request does not wait for a database that answers too late', async () => {
  const blocker = await ground.pool.connect();
  onTestFinished(() => blocker.release());
  await blocker.query('begin');
  await blocker.query('lock table limit_leases in access exclusive mode');
  const errors: unknown[] = [];
  const limits = ground.open({ patience: 20, onError: (error) => errors.push(error) });
  expect(await takeMany(limits, 500, EXACT)).toBe(240);
  expect(errors).toEqual([new Error('no lease within 20 ms')]);
  await blocker.query('rollback');
});

test('the number of remembered callers is bounded, and the oldest is forgotten first', async () => {
  const limits = ground.open({ maxCallers: 2 });
  for (const caller of ['pip', 'pop', 'pap']) await limits.take(caller, READS);
  expect(await limits.take('pap', READS)).toMatchObject({ remaining: 238 });
  expect(await limits.take('pop', READS)).toMatchObject({ remaining: 238 });
  expect(await limits.take('pip', READS)).toMatchObject({ remaining: 239 });
});

test('a sweep removes the leases of windows that ended more than a minute ago', async () => {
  const limits = ground.open();
  await limits.take('pip', EXACT);
  ground.time += 60_000;
  await limits.take('pip', EXACT);
  ground.time += 51_000;
  await limits.sweep();
  expect(await countLeases()).toBe(1);
  ground.time += 60_000;
  await limits.sweep();
  expect(await countLeases()).toBe(0);
});

async function countLeases(): Promise<number> {
  const { rowCount } = await ground.pool.query('select from limit_leases');
  return rowCount ?? 0;
}

/** A pool of its own whose connections it counts being taken: the limits take one for each statement. */
function countStatements(): { pool: Pool; statements: () => number } {
  const counted = new Pool({ ...ground.pool.options, max: 2 });
  onTestFinished(() => counted.end());
  let statements = 0;
  counted.on('acquire', () => (statements += 1));
  return { pool: counted, statements: () => statements };
}
