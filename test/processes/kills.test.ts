import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { losses, lossesOfAll } from './checks.ts';
import { Crowd } from './crowd.ts';
import { Door } from './door.ts';
import { Ledger } from './ledger.ts';
import type { Created } from './ledger.ts';
import { writersOn } from './load.ts';
import { MortalSite } from './mortal-site.ts';
import { Replica } from './replica.ts';
import { settleRetries } from './retries.ts';
import { contradictions } from './rows.ts';
import { makeWorld } from './world.ts';
import type { World } from './world.ts';

/** How often somebody is killed; `npm run test:crash` does it 500 times. */
const TIMES = Number(process.env.KILLS ?? 20);
/** After so many kills, what takes longer the more there is is looked at once in as many. */
const EACH = 20;
const VICTIMS = [
  ...['server', 'database', 'server and database', 'server, and again while it starts'],
  ...['server', 'database', 'database, and again while it recovers'],
];
const kills = Array.from({ length: TIMES }, (_, at) => ({ kill: at + 1, victim: VICTIMS[at % VICTIMS.length] ?? '' }));
const ledger = new Ledger();
let site: MortalSite;
let door: Door;
let world: World;
let crowd: Crowd;
let replicas: Replica[] = [];
let following: Promise<unknown> | undefined;
let looked = 0;

beforeAll(async () => {
  site = await MortalSite.open();
  door = new Door(site, await site.signIn('player'));
  world = await makeWorld(new Door(site, await site.signIn('admin')), door, ledger);
  replicas = world.crates.map((crate) => new Replica(door, crate));
  following = Promise.all(replicas.map((replica) => replica.follow()));
  crowd = new Crowd(writersOn(door, ledger, world));
});

afterAll(async () => {
  await crowd.end();
  for (const replica of replicas) replica.end();
  await following;
  await site.close();
});

test.each(kills)('kill $kill, -9 of the $victim, loses nothing that was acknowledged', async ({ kill, victim }) => {
  // Not always at the same point of the writers' rounds, of a start or of a recovery.
  await ledger.untilAcknowledged(30 + ((kill * 37) % 90));
  crowd.expectDeath();
  await killAndRaise(victim, (kill * 53) % 400);
  await crowd.rest();
  await settleRetries(ledger);
  const created = [...ledger.created].slice(looked);
  looked = ledger.created.size;
  expect(await faults(created, kill <= EACH || kill % EACH === 0)).toEqual([]);
  crowd.resume();
});

test(
  'after all of them everything acknowledged is there, and nobody was left without an answer in between',
  async () => {
    await ledger.untilAcknowledged(100);
    await crowd.rest();
    await settleRetries(ledger);
    expect(await lossesOfAll(door, ledger, world)).toEqual([]);
    expect(await faults([], true)).toEqual([]);
    expect(crowd.unexpected).toBe(0);
    expect(ledger.unanswered).toBeGreaterThan(0);
  },
  TIMES * 5000,
);

/** What is not as it should be: in the answers, in the rows, and when thorough with those who follow the changes. */
async function faults(created: Iterable<[string, Created]>, isThorough: boolean): Promise<string[]> {
  const lost = await losses(door, ledger, world, created);
  const unequal = isThorough ? await Promise.all(replicas.map((replica) => replica.differences())) : [];
  return [...lost, ...(await contradictions(site, isThorough)), ...unequal.flat(), ...ledger.surprises];
}

/** @param wait milliseconds until the second blow, where there is one */
async function killAndRaise(victim: string, wait: number): Promise<void> {
  const isTwice = victim.includes('again');
  const database = victim.includes('database') ? site.killDatabase() : undefined;
  if (victim.startsWith('server')) await site.killServer();
  if (victim.startsWith('server') && isTwice) {
    await site.begin();
    await pause(wait);
    await site.killServer();
  }
  if (victim.startsWith('server')) await site.start();
  if (database !== undefined && isTwice) {
    const next = await site.untilAnother(database);
    await pause(wait / 20);
    await site.untilReborn(site.killDatabase(next));
  } else if (database !== undefined) await site.untilReborn(database);
}
