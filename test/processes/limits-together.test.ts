import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { NODE } from '#bin/run.js';
import { startSite } from '#bin/site.js';

import { HttpConnection, requestBytes } from '../bench/http-connection.ts';
import { createDatabase } from '../database.ts';

type LimitsSite = Awaited<ReturnType<typeof startSite>>;

const POINTS = 1200;
const WINDOW_MS = 60_000;
/** What a round's requests take on a slow machine. */
const ENOUGH_MS = 8_000;
const ASKERS = [
  { who: 'player', shares: [500, 500, 500, 500] },
  { who: 'creator', shares: [1300, 40, 40, 40] },
  { who: 'collaborator', shares: [300, 700, 300, 100] },
] as const;
let sites: LimitsSite[] = [];
/** The sessions of those who ask, by their names. */
let cookies: Map<string, string>;

beforeAll(async () => {
  const url = await createDatabase(inject('databaseUrl'), 'limits_together');
  const settings = {
    DATABASE_URL: url,
    SECRET: 'of four processes, it guards nothing',
    LIMITS: '1',
    LOG_LEVEL: 'warn',
  };
  // At once: all of them want to migrate and to fill the same empty database.
  sites = await Promise.all(Array.from({ length: 4 }, () => startSite(settings)));
  expect(sites.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  cookies = await signIn(ASKERS.map(({ who }) => who));
});

afterAll(async () => {
  const failures = await Promise.all(sites.map((site) => site.stop()));
  expect(failures.flatMap((failure) => failure ?? [])).toEqual([]);
});

test.concurrent.each(ASKERS)(
  'four processes admit 1,200 reads of a user a minute to within 2 percent, asked $shares',
  async ({ who, shares }) => {
    const cookie = cookies.get(who) ?? '';
    // A window that is about to end would give the points of two.
    const left = WINDOW_MS - (Date.now() % WINDOW_MS);
    if (left < ENOUGH_MS) await pause(left);
    const window = windowNow();
    const answers = (await Promise.all(sites.map((site, at) => askOften(site, cookie, shares[at] ?? 0)))).flat();
    expect(windowNow(), 'all in one window').toBe(window);
    const admitted = answers.filter((status) => status === 200).length;
    expect(admitted + answers.filter((status) => status === 429).length).toBe(answers.length);
    expect(Math.abs(admitted - POINTS), `${admitted} admitted`).toBeLessThanOrEqual(POINTS * 0.02);
  },
);

async function signIn(names: string[]): Promise<Map<string, string>> {
  const { stdout } = await promisify(execFile)(NODE, ['server.ts', 'sign-in', ...names], { env: sites[0]?.env });
  const sessions = stdout.trim().split('\n');
  return new Map(sessions.map((line, at) => [names[at] ?? '', (JSON.parse(line) as { cookie: string }).cookie]));
}

function windowNow(): number {
  return Math.floor(Date.now() / WINDOW_MS);
}

/** @returns the statuses; eight requests are under way at a time. */
async function askOften({ env }: LimitsSite, cookie: string, count: number): Promise<number[]> {
  const answers: number[] = [];
  let left = count;
  const request = requestBytes('GET', '/api/version', { cookie });
  const askInTurn = async () => {
    // With fetch the test would ask for longer than the sites answer.
    const line = await HttpConnection.open(Number(env.PORT));
    while (left-- > 0) answers.push((await line.ask(request)).status);
    line.close();
  };
  await Promise.all(Array.from({ length: 8 }, askInTurn));
  return answers;
}
