import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';

import { createDatabase } from '#test/database.ts';

import { createLimits } from './limits.server.ts';
import type { LimitRule, Limits, LimitsOptions } from './limits.server.ts';

const TABLE = `create unlogged table limit_leases (
  ends_at timestamptz not null,
  rule    text collate "C" not null,
  caller  text collate "C" not null,
  asked   integer not null,
  primary key (ends_at, rule, caller)
)`;
const READS = { name: 'read', points: 240, seconds: 60 };
const EXACT = { ...READS, credit: 0 };

let pool: Pool;
let time: number;

beforeAll(async () => {
  pool = new Pool({ connectionString: await createDatabase(inject('databaseUrl'), 'limits'), max: 8 });
  await pool.query(TABLE);
});

afterAll(() => pool.end());

beforeEach(async () => {
  await pool.query('truncate limit_leases');
  time = Date.UTC(2030, 0, 1, 12, 0, 10);
});

test('a caller may do as much as the rule says, is told what remains, and begins anew in the next window', async () => {
  const limits = open();
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 239, reset: 50, allowed: true });
  expect(await takeMany(limits, 238, READS)).toBe(238);
  time += 20_500;
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 0, reset: 30, allowed: true });
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 0, reset: 30, allowed: false });
  time += 29_499;
  expect(await limits.take('pip', READS)).toMatchObject({ reset: 1, allowed: false });
  time += 1;
  expect(await limits.take('pip', READS)).toEqual({ limit: 240, remaining: 239, reset: 60, allowed: true });
});

test('what remains goes down by one with each request, across leases', async () => {
  const limits = open();
  for (let remaining = 239; remaining >= 0; remaining -= 1) {
    expect(await limits.take('pip', READS)).toMatchObject({ remaining, allowed: true });
  }
});

test('callers and rules are counted apart', async () => {
  const limits = open();
  const writes = { name: 'write', points: 8, seconds: 60 };
  expect(await takeMany(limits, 20, writes, 'pip')).toBe(8);
  expect(await takeMany(limits, 20, writes, 'pop')).toBe(8);
  expect(await takeMany(limits, 20, READS, 'pip')).toBe(20);
});

test('four processes at once allow exactly the points of a rule without credit', async () => {
  const processes = [open(), open(), open(), open()];
  const allowed = await Promise.all(processes.map((limits) => takeMany(limits, 300, EXACT)));
  expect(sum(allowed)).toBe(240);
});

test('what four processes gave on credit counts for all of them', async () => {
  const processes = [open(), open(), open(), open()];
  const credit = READS.points / 8;
  for (const limits of processes) expect(await takeMany(limits, credit + 1, READS)).toBe(credit + 1);
  const rest = await Promise.all(processes.map((limits) => takeMany(limits, 200, READS)));
  expect(sum(rest)).toBe(240 - 4 * (credit + 1));
});

test('four processes at once exceed the points by the credit of three at most', async () => {
  const processes = [open(), open(), open(), open()];
  const allowed = sum(await Promise.all(processes.map((limits) => takeMany(limits, 500, READS))));
  expect(allowed).toBeGreaterThanOrEqual(240);
  expect(allowed).toBeLessThanOrEqual(240 + 3 * 30);
});

test('a process that comes when nothing is left gives its credit and no more', async () => {
  expect(await takeMany(open(), 500, READS)).toBe(240);
  expect(await takeMany(open(), 500, READS)).toBe(30);
  expect(await takeMany(open(), 500, EXACT)).toBe(0);
});

test('a caller of few requests costs no statement, and one of many costs a few', async () => {
  const counted = countStatements();
  const limits = open({ pool: counted.pool });
  await takeMany(limits, 30, READS);
  expect(counted.statements()).toBe(0);
  await takeMany(limits, 500, READS);
  expect(counted.statements()).toBe(14);
});

test('an eighth of a few points is none, so a small rule holds exactly for all processes', async () => {
  const attempts = { name: 'attempt', points: 5, seconds: 900 };
  const allowed = await Promise.all([open(), open(), open()].map((limits) => takeMany(limits, 5, attempts)));
  expect(sum(allowed)).toBe(5);
});

test('the multiplier scales every rule, and 0 turns limits off', async () => {
  expect(await takeMany(open({ multiplier: 0.5 }), 500, READS)).toBe(120);
  const off = open({ multiplier: 0 });
  expect(await takeMany(off, 500, READS)).toBe(500);
  expect(await off.take('pip', READS)).toEqual({ limit: 240, remaining: 240, reset: 60, allowed: true });
});

test('without a database each process keeps the limit by itself, and asks again after a second', async () => {
  const away = new Pool({ host: '/nonexistent', port: 1 });
  const errors: unknown[] = [];
  const limits = open({ pool: away, onError: (error) => errors.push(error) });
  expect(await takeMany(limits, 500, READS)).toBe(240);
  expect(await takeMany(limits, 500, READS, 'pop')).toBe(240);
  expect(errors).toHaveLength(1);
  time += 1000;
  expect(await takeMany(limits, 500, READS, 'pap')).toBe(240);
  expect(errors).toHaveLength(2);
});

test('a database that does not answer in time is not waited for', async () => {
  const blocker = await pool.connect();
  onTestFinished(() => blocker.release());
  await blocker.query('begin');
  await blocker.query('lock table limit_leases in access exclusive mode');
  const errors: unknown[] = [];
  const limits = open({ patience: 20, onError: (error) => errors.push(error) });
  expect(await takeMany(limits, 500, EXACT)).toBe(240);
  expect(errors).toEqual([new Error('no lease within 20 ms')]);
  await blocker.query('rollback');
});

test('when the database is back, the next window is shared again', async () => {
  const flaky = new Pool({ ...pool.options, max: 2 });
  onTestFinished(() => flaky.end());
  await pool.query('alter table limit_leases rename to gone');
  const processes = [open({ pool: flaky }), open({ pool: flaky })];
  const alone = await Promise.all(processes.map((limits) => takeMany(limits, 300, EXACT)));
  await pool.query('alter table gone rename to limit_leases');
  expect(alone).toEqual([240, 240]);
  time += 60_000;
  const together = await Promise.all(processes.map((limits) => takeMany(limits, 300, EXACT)));
  expect(sum(together)).toBe(240);
});

test('no more callers are remembered than told, and the first is forgotten first', async () => {
  const limits = open({ maxCallers: 2 });
  for (const caller of ['pip', 'pop', 'pap']) await limits.take(caller, READS);
  expect(await limits.take('pap', READS)).toMatchObject({ remaining: 238 });
  expect(await limits.take('pop', READS)).toMatchObject({ remaining: 238 });
  expect(await limits.take('pip', READS)).toMatchObject({ remaining: 239 });
});

test('a sweep removes the leases of windows that ended more than a minute ago', async () => {
  const limits = open();
  await limits.take('pip', EXACT);
  time += 60_000;
  await limits.take('pip', EXACT);
  time += 51_000;
  await limits.sweep();
  expect(await countLeases()).toBe(1);
  time += 60_000;
  await limits.sweep();
  expect(await countLeases()).toBe(0);
});

function open(options: Partial<LimitsOptions> = {}): Limits {
  return createLimits({ pool, now: () => new Date(time), ...options });
}

/** How many of so many requests at once are allowed. */
async function takeMany(limits: Limits, count: number, rule: LimitRule, caller = 'pip'): Promise<number> {
  const taken = await Promise.all(Array.from({ length: count }, () => limits.take(caller, rule)));
  return taken.filter(({ allowed }) => allowed).length;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function countLeases(): Promise<number> {
  const { rowCount } = await pool.query('select from limit_leases');
  return rowCount ?? 0;
}

/** A pool of its own whose connections it counts being taken: the limits take one for each statement. */
function countStatements(): { pool: Pool; statements: () => number } {
  const counted = new Pool({ ...pool.options, max: 2 });
  onTestFinished(() => counted.end());
  let statements = 0;
  counted.on('acquire', () => (statements += 1));
  return { pool: counted, statements: () => statements };
}
