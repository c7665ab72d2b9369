import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { CAST } from '../cast.ts';
import { readMail } from '../mail/mail-server.ts';
import { findLosses, findAllLosses } from './checks.ts';
import { CrashClient } from './crash-client.ts';
import { EditorWriter } from './editor-writer.ts';
import { HoldingMailServer } from './holding-mail-server.ts';
import { KillableSite } from './killable-site.ts';
import { Ledger } from './ledger.ts';
import type { CreatedItem } from './ledger.ts';
import { Replica } from './replica.ts';
import { settleRetries } from './retries.ts';
import { contradictions } from './rows.ts';
import { createCrashFixture } from './world.ts';
import type { CrashFixture } from './world.ts';
import { WriterPool } from './writer-pool.ts';
import { writersOn } from './writers.ts';

/** The first three, between them, kill each in every way: what dies twice has died once before. */
const VICTIMS = [
  'server and database',
  'server, and again while it starts',
  'database, and again while it recovers',
  'server',
  'database',
  'server',
  'database',
];
/** How often somebody is killed; in `npm run test:full` 20 times, in `npm run test:crash` 500 times. */
const TIMES = Number(process.env.KILLS);
/** After so many kills, what takes longer the more there is is looked at once in as many. */
const EACH = 20;
const kills = Array.from({ length: TIMES }, (_, at) => ({ kill: at + 1, victim: VICTIMS[at % VICTIMS.length] ?? '' }));
const ledger = new Ledger();
let mails: HoldingMailServer;
let site: KillableSite;
let sessions: readonly [Session, Session, Session, Session, Session];
let door: CrashClient;
let editor: EditorWriter;
let world: CrashFixture;
let crowd: WriterPool;
let replicas: Replica[] = [];
let following: Promise<unknown> | undefined;
let looked = 0;

beforeAll(async () => {
  mails = await HoldingMailServer.open();
  site = await KillableSite.open({ SMTP_URL: mails.url, MAIL_FROM: 'site@rumpus.example' });
  sessions = await site.signIn('player', 'admin', 'staff', 'creator', 'collaborator');
  const [player, admin, staff] = sessions;
  door = new CrashClient(site, player);
  editor = new EditorWriter(site, staff);
  world = await createCrashFixture(new CrashClient(site, admin), door, ledger);
  replicas = world.crates.map((crate) => new Replica(door, crate));
  following = Promise.all(replicas.map((replica) => replica.follow()));
  crowd = new WriterPool(writersOn(door, ledger, world));
});

afterAll(async () => {
  await crowd.end();
  for (const replica of replicas) replica.end();
  await following;
  await site.close();
  await mails.close();
});

test.each(kills)('kill $kill, -9 of the $victim, loses nothing that was acknowledged', async ({ kill, victim }) => {
  // Not always at the same point of the writers' rounds, of a start or of a recovery.
  await ledger.untilAcknowledged(30 + ((kill * 37) % 90));
  crowd.expectDeath();
  await killAndRestart(victim, (kill * 53) % 400);
  await crowd.rest();
  await settleRetries(ledger);
  const created = [...ledger.created].slice(looked);
  looked = ledger.created.size;
  expect(await faults(created, kill <= EACH || kill % EACH === 0)).toEqual([]);
  crowd.resume();
});

test(
  'all acknowledged writes are there after the kills, and no request in between got an unexpected answer',
  async () => {
    await ledger.untilAcknowledged(100);
    await crowd.rest();
    await settleRetries(ledger);
    expect(await findAllLosses(door, ledger, world)).toEqual([]);
    expect(await faults([], true)).toEqual([]);
    expect(crowd.unexpected).toBe(0);
    expect(ledger.unanswered).toBeGreaterThan(0);
  },
  TIMES * 5000,
);

test('a save in the editor that is killed leaves the old text or the new one, and what was planned comes out once', async () => {
  const [planned, saved, published] = ['planned', 'saved', 'published'].map((name) => `${name}-and-killed`) as Names;
  const { itemId, etag } = await editor.write(planned);
  const plan = { slug: planned, text: 'First.', etag, local: '2099-01-01T00:00', zone: 'UTC' };
  expect(await editor.send(`/editor/${itemId}`, 'plan.publish', plan)).toBe(200);
  const saving = editor.saveUntilDeath(saved, await editor.write(saved));
  const draft = await editor.write(published);
  await pause(200);
  const publishing = editor.send(`/editor/${draft.itemId}`, 'publish', { ...draft, slug: published });
  await pause(40);
  // The crowd is at rest.
  await site.killServer();
  const texts = await saving;
  // While nobody was there, what was planned has become due.
  await site.inDatabase(async (client) => {
    await client.query(`update editor_schedules set at = now() - interval '1 second'`);
    await client.query(`update graphile_worker._private_jobs set run_at = now() where task_id in
      (select id from graphile_worker._private_tasks where identifier like 'posts:%')`);
  });
  await site.start();
  const left = await editor.find('drafts', saved);
  expect([left.length, texts.includes(left[0]?.text ?? '')]).toEqual([1, true]);
  expect(await editor.untilOut(planned)).toEqual({ posts: 1, drafts: 0 });
  const isBegun = (await editor.find('posts', published)).length > 0;
  expect(isBegun || (await publishing) !== 303).toBe(true);
  if (isBegun) expect(await editor.untilOut(published)).toEqual({ posts: 1, drafts: 0 });
  else expect(await editor.find('drafts', published)).toHaveLength(1);
});

test('who follows an entry is mailed of its status once, though the server is killed before all are told and mailed', async () => {
  const followers = ['player', 'creator', 'collaborator'] as const;
  const [writer, , staff, ...voters] = sessions;
  const titles = ['Killed while it mails', 'Killed before it tells'];
  const paths: string[] = [];
  for (const title of titles) {
    const entry = { intent: 'feedbag.enter', title, body: 'And again.' };
    const path = await site.submit(writer, '/feedbag/levelhead/entries/new', entry);
    for (const voter of voters) await site.submit(voter, path, { intent: 'feedbag.vote' });
    paths.push(path);
  }
  const [mailed = '', untold = ''] = paths;
  const settle = { intent: 'feedbag.status', status: 'started' };
  mails.holdAllButOne(followers.map((name) => CAST[name].email));
  await site.submit(staff, mailed, settle);
  // One has a mail; the two that are held keep all workers, so that nobody begins to tell of the second.
  await mails.untilHeld(2);
  await site.submit(staff, untold, settle);
  await site.killServer();
  mails.holdNothing();
  await site.inDatabase(async (client) => {
    const { rows } = await client.query(
      `select from notification_events where kind = 'feedbag.settled' and told_at is null and withdrawn_at is null`,
    );
    expect(rows).toHaveLength(1);
    // As half a minute later, when another worker has found that this one is dead.
    await client.query(`select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null))`);
  });
  await site.start();
  await site.untilJobsAreDone(['notifications:fanOut', 'mails:sendMail']);
  const sent = mails.taken.flatMap((mail) => {
    const title = titles.find((one) => readMail(mail).text.includes(`“${one}” is in the works`));
    return title === undefined ? [] : mail.to.map((to) => `${to}: ${title}`);
  });
  const each = followers.flatMap((name) => titles.map((title) => `${CAST[name].email}: ${title}`));
  expect(sent.toSorted()).toEqual(each.toSorted());
});

type Session = Awaited<ReturnType<KillableSite['signIn']>>[number];

type Names = [planned: string, saved: string, published: string];

/** What is not as it should be: in the answers, in the rows, and when thorough with those who follow the changes. */
async function faults(created: Iterable<[string, CreatedItem]>, isThorough: boolean): Promise<string[]> {
  const lost = await findLosses(door, ledger, world, created);
  const unequal = isThorough ? await Promise.all(replicas.map((replica) => replica.differences())) : [];
  return [...lost, ...(await contradictions(site, isThorough)), ...unequal.flat(), ...ledger.surprises];
}

/** @param wait milliseconds until the second blow, where there is one */
async function killAndRestart(victim: string, wait: number): Promise<void> {
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
    await site.untilRestarted(site.killDatabase(next));
  } else if (database !== undefined) await site.untilRestarted(database);
}
