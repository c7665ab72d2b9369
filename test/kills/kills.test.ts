import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { losses } from './checks.ts';
import { Crowd } from './crowd.ts';
import { Door } from './door.ts';
import type { Answered } from './door.ts';
import { Ledger } from './ledger.ts';
import { BATCH, CRATE, writersOn } from './load.ts';
import type { Targets } from './load.ts';
import { MortalSite } from './mortal-site.ts';

const KILLS = ['server', 'database', 'server', 'database', 'server and database'] as const;
const ledger = new Ledger();
let site: MortalSite;
let door: Door;
let targets: Targets;
let crowd: Crowd;
let looked = 0;

beforeAll(async () => {
  site = await MortalSite.open();
  door = new Door(site, await site.signIn('player'));
  targets = {
    counted: await makeItems(2),
    batches: [await makeItems(BATCH), await makeItems(BATCH)],
    updated: await makeItems(4, ({ itemId = '', etag = '' }) =>
      ledger.updated.set(itemId, { rev: Number(etag.slice(1, -1)), body: '', tried: undefined }),
    ),
  };
  crowd = new Crowd(writersOn(door, ledger, targets));
});

afterAll(async () => {
  await crowd.end();
  await site.close();
});

async function makeItems(count: number, note: (made: Answered['data']) => void = () => undefined): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => door.send('POST', CRATE, '')));
  for (const answer of made) if (answer !== undefined) note(answer.data);
  return made.map((answer) => answer?.data.itemId ?? 'not made');
}

describe.each([1, 2, 3, 4])('round %i', (round) => {
  test.each(KILLS)('kill -9 of the %s under load loses nothing that was acknowledged', async (victim) => {
    // Not always at the same point of the writers' rounds.
    await ledger.untilAcknowledged(40 + ((round * 13 + victim.length * 7) % 50));
    crowd.expectDeath();
    const database = victim === 'server' ? undefined : site.killDatabase();
    if (victim !== 'database') await site.killServer();
    if (victim !== 'database') await site.start();
    if (database !== undefined) await site.untilReborn(database);
    await crowd.rest();
    const created = [...ledger.created.keys()].slice(looked);
    looked = ledger.created.size;
    expect(await losses(door, ledger, targets, created)).toEqual([]);
    expect(ledger.surprises).toEqual([]);
    crowd.resume();
  });
});

test('after all of them everything acknowledged is there, and nobody was left without an answer in between', async () => {
  await ledger.untilAcknowledged(100);
  await crowd.rest();
  expect(await losses(door, ledger, targets, [...ledger.created.keys()])).toEqual([]);
  expect(ledger.surprises).toEqual([]);
  expect(crowd.unexpected).toBe(0);
  expect(ledger.unanswered).toBeGreaterThan(0);
});
