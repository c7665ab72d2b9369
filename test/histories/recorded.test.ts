import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { NODE, run } from '#bin/run.js';
import { startSite } from '#bin/site.js';
import { createDatabase } from '../database.ts';

import { HistoryFollower } from './follower.ts';
import { record } from './recorder.ts';
import { openSmallStore } from './small-store.ts';
import { violationsIn } from './violations.ts';
import type { StoreAddress } from './wire.ts';

/** How much is asked of the site in all, in `npm run test:full` 10,000; a longer run is `HISTORY=1000000`. */
const OPERATIONS = Number(process.env.HISTORY ?? 2000);
const WAVE = { clients: 32, items: 12, operations: Math.min(OPERATIONS, 10_000) };
const WAVES = Array.from({ length: Math.ceil(OPERATIONS / WAVE.operations) }, (_, wave) => wave + 1);
const SHORT = { clients: 32, items: 6, operations: 2000, seed: 1 };
let site: Awaited<ReturnType<typeof startSite>>;
let store: StoreAddress;

beforeAll(async () => {
  // Their clients ask more than the limits allow.
  site = await startSite({ LIMITS: '0' });
  if (site.failure !== undefined) throw new Error(site.failure);
  const { ok, text } = await run(NODE, ['server.ts', 'sign-in', 'player'], { env: site.env, output: 'keep' });
  if (!ok) throw new Error(text);
  const { cookie, xsrf } = JSON.parse(text) as { cookie: string; xsrf: string };
  const path = '/api/storage/crates/public-library/items';
  store = { port: Number(site.env.PORT), path, credentials: { cookie, 'x-xsrf-token': xsrf } };
});

afterAll(async () => {
  expect(await site.stop()).toBeUndefined();
});

test.each(WAVES)(
  'each write of wave %i has its revision, no answer is out of time, and a follower misses nothing',
  async (seed) => {
    const follower = await HistoryFollower.open(store);
    const following = follower.follow();
    const operations = await record(store, { ...WAVE, seed });
    const feed = await follower.end(following);
    expect(violationsIn({ operations, feeds: [feed] })).toEqual([]);
    expect(kindsOf(operations)).toEqual(['changed', 'gone', 'removed', 'state', 'written']);
  },
);

test('a store that has the revision in its statements passes the same check', async () => {
  const careful = await openSmallStore(await createDatabase(inject('databaseUrl'), 'careful'), true);
  const operations = await record(careful, SHORT);
  await careful.close();
  expect(violationsIn({ operations, feeds: [] })).toEqual([]);
  expect(kindsOf(operations)).toEqual(['changed', 'gone', 'removed', 'state', 'written']);
});

test('a store that reads, compares and then writes is caught', async () => {
  const careless = await openSmallStore(await createDatabase(inject('databaseUrl'), 'careless'), false);
  const operations = await record(careless, SHORT);
  await careless.close();
  expect(violationsIn({ operations, feeds: [] })).not.toEqual([]);
});

function kindsOf(operations: { told: { kind: string } }[]): string[] {
  return [...new Set(operations.map(({ told }) => told.kind))].toSorted();
}
