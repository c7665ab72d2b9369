import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';

import { createLimits } from '#lib/limits/limits.server.ts';
import type { LimitRule, Limits, LimitsOptions } from '#lib/limits/limits.server.ts';

import { createDatabase } from '../database.ts';

const TABLE = `create unlogged table limit_leases (
  ends_at timestamptz not null,
  rule    text collate "C" not null,
  caller  text collate "C" not null,
  asked   integer not null,
  primary key (ends_at, rule, caller)
)`;

/** Processes that share limits: what they lease from, and their clock. */
interface LimitsFixture {
  readonly pool: Pool;
  /** Milliseconds since 1970; ten seconds into a minute when a test begins. */
  time: number;
  /** One more process. */
  open(options?: Partial<LimitsOptions>): Limits;
}

/** A database for the limits of a test file, empty before each test. */
export function useLimits(name: string): LimitsFixture {
  const holder: { pool?: Pool } = {};
  beforeAll(async () => {
    holder.pool = new Pool({ connectionString: await createDatabase(inject('databaseUrl'), name), max: 8 });
    await holder.pool.query(TABLE);
  });
  afterAll(() => holder.pool?.end());
  const ground: LimitsFixture = {
    get pool() {
      if (holder.pool === undefined) throw new Error('the database opens before the tests');
      return holder.pool;
    },
    time: 0,
    // As long as a busy machine takes: without a lease in time another rule holds, which tests ask for by name.
    open: (options = {}) =>
      createLimits({ pool: ground.pool, now: () => new Date(ground.time), patience: 30_000, ...options }),
  };
  beforeEach(async () => {
    await ground.pool.query('truncate limit_leases');
    ground.time = Date.UTC(2030, 0, 1, 12, 0, 10);
  });
  return ground;
}

/** How many of so many requests at once are allowed. */
export async function takeMany(limits: Limits, count: number, rule: LimitRule, caller = 'pip'): Promise<number> {
  const taken = await Promise.all(Array.from({ length: count }, () => limits.take(caller, rule)));
  return taken.filter(({ allowed }) => allowed).length;
}

/** The same of requests that come one after the other. */
export async function takeInTurn(limits: Limits, count: number, rule: LimitRule): Promise<number> {
  let allowed = 0;
  for (let calls = 0; calls < count; calls += 1) if ((await limits.take('pip', rule)).allowed) allowed += 1;
  return allowed;
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What is missing or wrong of the headers that every answer of a call has about limits. */
export function limitFaults(headers: Headers): string[] {
  const wrong = Object.entries(LIMIT_HEADERS).filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ''));
  const [reset, after] = [headers.get('x-rate-limit-reset'), headers.get('retry-after')];
  const isLong = Number(reset) < 1 || Number(reset) > 60;
  return [
    ...wrong.map(([name]) => `${name}: ${headers.get(name)}`),
    ...(isLong ? [`x-rate-limit-reset: ${reset}`] : []),
    ...(after !== null && Number(after) < 1 ? [`retry-after: ${after}`] : []),
  ];
}

const POLICY = String.raw`"[\x20-\x7e]+";q=[1-9]\d*;w=[1-9]\d*`;
const LIMIT_HEADERS = {
  'x-rate-limit-limit': /^[1-9]\d*$/,
  'x-rate-limit-remaining': /^\d+$/,
  'x-rate-limit-reset': /^\d+$/,
  'ratelimit-policy': new RegExp(`^${POLICY}(?:, ${POLICY})*$`),
  ratelimit: /^"[\x20-\x7e]+";r=\d+;t=[1-9]\d*$/,
};
