import { afterAll, beforeAll, expect, test } from 'vitest';

import { NODE, run } from '#bin/run.js';
import { startSite } from '#bin/site.js';

import { HistoryFollower } from './follower.ts';
import { ALL_KINDS, kindsOf } from './history.ts';
import { record } from './recorder.ts';
import { violationsIn } from './violations.ts';
import type { StoreAddress } from './wire.ts';

/** How much is asked of the site in all, in `npm run test:full` 10,000; a longer run is `HISTORY=1000000`. */
const OPERATIONS = Number(process.env.HISTORY ?? 2000);
const WAVE = { clients: 32, items: 12, operations: Math.min(OPERATIONS, 10_000) };
const WAVES = Array.from({ length: Math.ceil(OPERATIONS / WAVE.operations) }, (_, wave) => wave + 1);
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
    expect(kindsOf(operations)).toEqual(ALL_KINDS);
  },
);
