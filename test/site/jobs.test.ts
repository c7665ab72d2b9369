import { expect, test } from 'vitest';

import { createConfirmation } from '#app/confirmations/confirmations.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { addressesOf, openOwner, openSession, postAccount } from '../people/owners.ts';
import { useTestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';

const site = useTestSite();

/** The work that is only done when asked for. */
const ASKED_FOR = [
  'feedbag:sendWebhook',
  'support:runSchedule',
  'changelogs:runSchedule',
  'mails:sendMail',
  'notifications:fanOut',
  'notifications:withdrawEvents',
  'podcast:lookAtSound',
  'podcast:runSchedule',
  'posts:pingHub',
  'posts:runSchedule',
  'shortlinks:checkTarget',
];

async function run(name: string): Promise<void> {
  const job = jobs(site.parts).find((one) => one.name === name);
  await job?.run({});
}

test('every job is called noun:verbThing, each once, and runs by the clock or when something is put down for it', () => {
  const all = jobs(site.parts);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { name, cron, topics } of all) {
    expect(name).toMatch(/^[a-z-]+:[a-z]+[A-Z][A-Za-z]*$/);
    if (cron === undefined && topics === undefined) expect(ASKED_FOR).toContain(name);
    else if (cron === undefined) expect(topics).not.toEqual([]);
    else expect(cron, name).toMatch(/^(\S+ ){4}\S+$/);
  }
});

test('every job of the clock runs on a site where there is nothing to do', async () => {
  for (const { cron, run: work } of jobs(site.parts)) if (cron !== undefined) await work({});
});

test('sessions that are over are removed, and no other', async () => {
  const { sessions, db, now } = site.parts;
  await sessions.create('someone', new Date(now().getTime() - 31 * 86_400_000));
  const before = await db.query(sql`select from sessions`);
  await run('login:purgeSessions');
  expect(await db.query(sql`select from sessions`)).toHaveLength(before.length - 1);
});

test('what was to be confirmed is forgotten a week after its end, and after an hour where no page tells of it', async () => {
  const kinds = ['login.passkeyAddition', 'login.passkeySignIn', 'login.passkeyProof', 'login.provider'];
  const { db } = site.parts;
  for (const hours of [2, 6 * 24, 8 * 24, 0.5]) {
    const past = site.parts.now().getTime() - hours * 3_600_000;
    const current = { ...systemCurrent(site.parts), now: () => new Date(past) };
    for (const kind of [...kinds, 'login.signIn']) {
      await createConfirmation(current, { kind, details: { hours }, minutes: 0 });
    }
  }
  await run('login:sweepConfirmations');
  const left = await db.query(sql`select kind, (details->'hours')::float as hours from confirmations order by 2, 1`);
  expect(left).toEqual([
    ...[...kinds, 'login.signIn'].toSorted().map((kind) => ({ kind, hours: 0.5 })),
    { kind: 'login.signIn', hours: 2 },
    { kind: 'login.signIn', hours: 6 * 24 },
  ]);
  expect(jobs(site.parts).find(({ name }) => name === 'login:sweepConfirmations')?.cron).toMatch(/^\d+ \* \* \* \*$/);
});

test('an address that is only claimed is forgotten a week after its last mail is over, and proved ones never', async () => {
  const { userId, visitor } = await openOwner(site, 'proved@mail.example');
  const start = Date.now();
  const onDay = (day: number) => (site.clock.now = new Date(start + day * 86_400_000));
  await postAccount(visitor, 'emails.add', { email: 'once@mail.example' });
  await postAccount(visitor, 'emails.add', { email: 'again@mail.example' });
  onDay(7);
  const later = await openSession(site, userId);
  await postAccount(later.visitor, 'emails.add', { email: 'again@mail.example' });
  await run('accounts:sweepClaims');
  const claims = ['?again@mail.example', '?once@mail.example'];
  expect((await addressesOf(site, userId)).toSorted()).toEqual(['*proved@mail.example', ...claims]);
  onDay(8.1);
  await run('accounts:sweepClaims');
  expect(await addressesOf(site, userId)).toEqual(['*proved@mail.example', '?again@mail.example']);
  onDay(16);
  await run('accounts:sweepClaims');
  expect(await addressesOf(site, userId)).toEqual(['*proved@mail.example']);
  site.clock.now = new Date();
});

test('the leases of a minute that is over are removed, because they hold addresses of callers', async () => {
  const old = new Date(Date.now() - 3_600_000);
  const door = openTestApp(site, { LIMITS: '0.01' }, { now: () => old });
  for (let index = 0; index < 5; index += 1) await door.sendRequest('/api/version', { address: '203.0.113.7' });
  const leases = () => site.parts.db.query(sql`select from limit_leases where caller = '203.0.113.7'`);
  expect(await leases()).toHaveLength(1);
  // A lease that is asked for when the database is slow may come after the answer.
  const left = async () => {
    await run('site:sweepLimits');
    return leases();
  };
  await expect.poll(left).toEqual([]);
});
