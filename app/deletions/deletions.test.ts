import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { accountAudit } from '#app/accounts/audit-kinds.server.ts';
import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { keepBan } from '#app/accounts/leaving.server.ts';
import { banAccount } from '#app/accounts/staff/bans.server.ts';
import { addNote } from '#app/accounts/staff/notes.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { chainAuditEntries } from '#app/audit/chain/chain.server.ts';
import { verifyChain } from '#app/audit/chain/verify.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { KEPT_CHOICES } from '#app/current/kept-choice.ts';
import type { Erasure, Fate, PersonalData } from '#app/current/personal-data.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { runExports } from '#app/exports/making/run.server.ts';
import { followSubject } from '#app/following/follows.server.ts';
import { catalog, jobs, nouns } from '#app/nouns.server.ts';
import { askQuestion } from '#app/podcast/questions/questions.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/newsletters.ts';
import { currentAs } from '#test/people/form-rights.ts';
import { openOldAccount, pressLink, undoPathsFor } from '#test/people/old-accounts.ts';
import { addressesOf, ageProof, openOwner, openSession, postAccount } from '#test/people/owners.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { listKept, tracesOf } from '#test/people/traces.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate } from '#test/storage.ts';

import { isColumnFate } from './columns.server.ts';
import { eraseDue } from './erasing.server.ts';
import { applyPastDeletions, listPastDeletions } from './list.server.ts';

const site = useTestSite();
const DAY_MS = 86_400_000;
const THINGS = 'things';
const PATH = '/account/deletion';
const ASK = { intent: 'deletions.ask', understood: 'on', levels: 'keep', posts: 'keep' };
const LETTER = { intent: 'contact.send', title: 'It crashes', body: 'On load.', game: 'levelhead', platform: 'Linux' };

let count = 0;
let word = '';
let owner: TestOwner;
let address = '';
beforeAll(async () => void (await createCrate(site, THINGS, OPEN_POLICY)));
beforeEach(async () => {
  await site.parts.db.query(sql`delete from account_deletions`);
  word = `leaver${(count += 1)}`;
  address = `${word}@left.example`;
  owner = await openOwner(site, address);
  await setAlias(systemCurrent(site.parts), 'rumpus', owner.userId, `Leaver ${count} Comet`);
});

const system = (): Current => systemCurrent(site.parts);
const judge = (): Current => {
  const staff = currentAs(site, CAST.staff.userId);
  return { ...staff, actor: { ...staff.actor, role: 'staff', ownRole: 'staff' } };
};
const statusOf = async (response: Promise<Response>) => (await response).status;
const isGone = async () =>
  (await site.parts.db.query(sql`select from accounts where user_id = ${owner.userId}`)).length === 0;
const waiting = () =>
  site.parts.db.query<{ due_at: Date }>(sql`select due_at from account_deletions where user_id = ${owner.userId}`);

async function ask(more: Record<string, string> = {}): Promise<Response> {
  return owner.visitor.post(PATH, { ...ASK, ...more });
}

async function passDays(days: number): Promise<number> {
  site.advanceClock(days * DAY_MS);
  return eraseDue(system(), nouns);
}

async function runJob(name: string): Promise<void> {
  await jobs(site.parts)
    .find((job) => job.name === name)
    ?.run({});
}

/** Every file of the store. */
async function listFiles(): Promise<Set<string>> {
  return new Set(await Array.fromAsync(site.parts.files.listOlderThan(new Date(8e12))));
}

async function tracesLeft(names: readonly string[] = [`Leaver ${count} Comet`]): Promise<Record<string, string>> {
  const kept = listKept(nouns);
  const found = await tracesOf(site, nouns, { userId: owner.userId, addresses: [address], names });
  return Object.fromEntries([...found].filter(([column]) => !kept.has(column)));
}

describe('who wants to be deleted', () => {
  test('is told before what goes, what stays without their name, and what is kept and why', async () => {
    const words = await wordsOf(await owner.visitor.get(PATH));
    for (const said of ['Your levels You choose', 'Gone', 'Stays as “Deleted player”', 'Tax law', '14 days', '90 days'])
      expect(words).toContain(said);
    expect(await statusOf(site.ask(undefined, PATH))).toBe(302);
    expect(await wordsOf(await site.ask(undefined, `${PATH}?state=asked`))).toContain('signed out everywhere');
  });

  test('has to tick that they have read it', async () => {
    const { understood: _, ...rest } = ASK;
    const response = await owner.visitor.post(PATH, rest);
    expect([response.status, await wordsOf(response)]).toEqual([400, expect.stringContaining('Tick the box first')]);
    expect(await waiting()).toEqual([]);
  });

  test('is signed out everywhere, and their keys stop, in the moment in which they ask', async () => {
    const other = await openSession(site, owner.userId);
    const key = await keyOf(owner);
    expect(await statusOf(askByKey(key))).toBe(200);
    const asked = await ask();
    expect([asked.status, asked.headers.get('location')]).toEqual([302, `${PATH}?state=asked`]);
    expect(await statusOf(other.visitor.get('/account'))).toBe(302);
    expect(await statusOf(askByKey(key))).toBe(401);
    expect(await site.parts.db.query(sql`select from sessions where user_id = ${owner.userId}`)).toEqual([]);
    await runJobs(site);
    const mail = site.parts.mailer.keptMails().find(({ to }) => to === address);
    expect(mail?.text).toContain('It is deleted on');
  });

  test('has asked once, however often at once', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => openSession(site, owner.userId)));
    await Promise.all(others.map(({ visitor }) => visitor.post(PATH, ASK)));
    expect(await waiting()).toHaveLength(1);
  });
});

async function keyOf({ visitor }: TestOwner): Promise<string> {
  const html = await (
    await visitor.post('/account', { intent: 'keys.create', name: 'tool', days: '30', 'may.rumpus-account-read': 'on' })
  ).text();
  return /rumpus_key_\w+/.exec(html)?.[0] ?? '';
}

const askByKey = (key: string) =>
  site.ask(undefined, `/api/auth/accounts/${owner.userId}`, { headers: { 'rumpus-delegation-key': key } });

describe('while it waits', () => {
  test('one sign-in leads to the page that takes it back, and nothing else is open', async () => {
    await ask();
    const { visitor } = await openSession(site, owner.userId);
    const led = await visitor.get('/account');
    expect([led.status, led.headers.get('location')]).toEqual([302, PATH]);
    expect(await wordsOf(await visitor.get(PATH))).toContain('Keep my account');
    expect(await statusOf(visitor.get('/api/auth/accounts/@me'))).toBe(401);
    const undone = await visitor.post(PATH, { intent: 'deletions.undo' });
    expect([undone.status, undone.headers.get('location')]).toEqual([302, `${PATH}?state=undone`]);
    expect(await wordsOf(await visitor.get(`${PATH}?state=undone`))).toContain('Your account stays');
    expect(await statusOf(visitor.get('/account'))).toBe(200);
    expect(await passDays(15)).toBe(0);
    expect(await isGone()).toBe(false);
    expect(await statusOf(visitor.post(PATH, { intent: 'deletions.undo' }))).toBe(409);
  });

  test('a sign-in by mail leads there too, and no form and no file is open but this one', async () => {
    await owner.visitor.post('/account/data', { intent: 'exports.ask' });
    await runExports(system(), nouns);
    const [copy] = await site.parts.db.query<{ export_id: string }>(sql`
      select export_id from data_exports where user_id = ${owner.userId}`);
    await ask();
    const visitor = openVisitor(site);
    await visitor.post('/login', { intent: 'ask', who: address, returnTo: '/games' });
    await runJobs(site);
    const code = mailFor(site, address)?.code ?? '';
    const arrived = await visitor.post('/login', { intent: 'code', code, returnTo: '/games' });
    expect([arrived.status, arrived.headers.get('location')]).toEqual([302, PATH]);
    expect(await statusOf(visitor.get(`/account/data/${copy?.export_id}/download`))).toBe(302);
    await visitor.post('/account', { intent: 'aliases.change', alias: `Leaver ${count} Thief` });
    await visitor.post('/account/data', { intent: 'exports.ask' });
    const left = await site.parts.db.query<{ alias: string; state: string }>(sql`
      select alias, e.state from aliases join data_exports e using (user_id) where user_id = ${owner.userId}`);
    expect(left).toEqual([{ alias: `Leaver ${count} Comet`, state: 'ready' }]);
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect(await statusOf(visitor.post(PATH, { intent: 'deletions.undo' }, elsewhere))).toBe(403);
    expect(await waiting()).toHaveLength(1);
    expect((await visitor.post(PATH, { intent: 'deletions.undo' })).headers.get('location')).toBe(
      `${PATH}?state=undone`,
    );
  });

  test('others see what they saw', async () => {
    await ask();
    const aliases = await site.ask(undefined, `/api/aliases/contexts/rumpus/users?userIds=${owner.userId}`);
    expect(await aliases.text()).toContain(`Leaver ${count} Comet`);
    expect(await passDays(13)).toBe(0);
    expect(await isGone()).toBe(false);
  });
});

test('a thief who asks for it is thrown out by the mail to the old address, and nothing is deleted', async () => {
  owner = await openOldAccount(site, `old-${address}`);
  await addVerifiedEmail(system(), owner.userId, `evil-${address}`);
  await postAccount(owner.visitor, 'emails.primary', { key: `evil-${address}` });
  await ask();
  expect(await waiting()).toHaveLength(1);
  await runJobs(site);
  expect(await pressLink(site, undoPathsFor(site, `old-${address}`)[0])).toBe(200);
  expect(await passDays(15)).toBe(0);
  expect([await isGone(), await waiting()]).toEqual([false, []]);
});

test('a form of another site deletes nobody', async () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(await statusOf(owner.visitor.post(PATH, ASK, elsewhere))).toBe(403);
  expect(await waiting()).toEqual([]);
});

test('staff in another role, a key and an old sign-in delete nobody', async () => {
  await setAccount(system(), owner.userId, 'staff');
  owner.visitor.cookies.set('masquerade', 'authenticated');
  expect(await statusOf(ask())).toBe(403);
  expect(await wordsOf(await owner.visitor.get(PATH))).toContain('Go back to your own first');
  owner.visitor.cookies.delete('masquerade');
  const old = await openSession(site, owner.userId);
  await ageProof(site, owner.userId);
  owner.visitor.cookies.set('session', old.visitor.cookies.get('session') ?? '');
  expect(await statusOf(ask())).toBe(403);
  expect(await waiting()).toEqual([]);
});

test('the last super stays, also when two go at once', async () => {
  const supers = await site.parts.db.query<{ user_id: string }>(sql`select user_id from accounts where role = 'super'`);
  await site.parts.db.query(sql`update accounts set role = 'admin' where role = 'super'`);
  const other = await openOwner(site, `second-${address}`);
  for (const { userId } of [owner, other]) await setAccount(system(), userId, 'super');
  const statuses = await Promise.all([owner, other].map(({ visitor }) => statusOf(visitor.post(PATH, ASK))));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([302, 409]);
  for (const { user_id } of supers) await setAccount(system(), user_id, 'super');
});

test('after 14 days they are gone, their name is free after 90 more, and the audit is whole', async () => {
  const { userId } = owner;
  await recordAuditEntry(system(), accountAudit.ban, {
    target: `account/${userId}`,
    before: { isOn: false },
    after: { isOn: true, who: userId, mail: address },
    reason: `called Leaver ${count} Comet`,
  });
  await chainAuditEntries(system());
  await ask();
  expect(await passDays(14.1)).toBe(1);
  expect(await isGone()).toBe(true);
  expect(await tracesLeft()).toEqual({});
  await expect
    .poll(async () => (await chainAuditEntries(system()), site.parts.db.query(sql`select from audit_queue`)))
    .toEqual([]);
  expect((await verifyChain(system())).fault).toBeUndefined();
  const next = await openOwner(site, `next-${address}`);
  const take = () => next.visitor.post('/account', { intent: 'aliases.change', alias: `Leaver ${count} Comet` });
  expect(await statusOf(take())).toBe(409);
  site.advanceClock(91 * DAY_MS);
  await runJob('deletions:sweepKept');
  const held = await site.parts.db.query(sql`select from alias_names where user_id like 'deleted%'`);
  expect(held).toEqual([]);
  const again = await openSession(site, next.userId);
  next.visitor.cookies.set('session', again.visitor.cookies.get('session') ?? '');
  expect(await statusOf(take())).toBe(200);
});

describe('an address', () => {
  const guest = () => `guest-${address}`;

  async function writeAsGuest(): Promise<void> {
    expect(await statusOf(openVisitor(site).post('/contact/topics/bug', { ...LETTER, email: guest() }))).toBe(303);
    await runJobs(site);
  }

  const requestLink = async (to: string): Promise<string> => {
    await openVisitor(site).post(`${PATH}/address`, { intent: 'deletions.address', email: to });
    await runJobs(site);
    const mail = site.parts.mailer.keptMails().find((one) => one.to === to && one.text.includes('/confirmation/'));
    const [link = ''] = /https?:\/\/\S*\/confirmation\/[\w.-]+/.exec(mail?.text ?? '') ?? [];
    return new URL(link).pathname;
  };

  test('without an account is deleted by a mailed link, with letters and mails, at once', async () => {
    await writeAsGuest();
    const path = await requestLink(guest());
    expect(await statusOf(openVisitor(site).get(path))).toBe(200);
    expect(await wordsOf(await openVisitor(site).post(path, {}))).toContain('Done: it is being deleted');
    expect(await eraseDue(system(), nouns)).toBe(1);
    const left = await tracesOf(site, nouns, { userId: null, addresses: [guest()], names: [] });
    const kept = listKept(nouns);
    expect(Object.fromEntries([...left].filter(([column]) => !kept.has(column)))).toEqual({});
    // The link has done what it can.
    await writeAsGuest();
    await openVisitor(site).post(path, {});
    expect(await eraseDue(system(), nouns)).toBe(0);
  });

  test('with an account leads there, and one that nobody has answers the same', async () => {
    const [known, unknown] = await Promise.all(
      [address, `nobody-${address}`].map((email) =>
        openVisitor(site).post(`${PATH}/address`, { intent: 'deletions.address', email }),
      ),
    );
    expect(known?.status).toBe(unknown?.status);
    const path = await requestLink(address);
    expect(await wordsOf(await openVisitor(site).post(path, {}))).toContain('belongs to an account');
    expect(await waiting()).toEqual([]);
  });

  test('that an account has confirmed takes its letters along', async () => {
    await openVisitor(site).post('/contact/topics/bug', { ...LETTER, email: address });
    await runJobs(site);
    const sent = () =>
      site.parts.db.query(sql`select from contact_submissions
        where participant_id = ${toParticipantId({ email: address })}`);
    expect(await sent()).toHaveLength(1);
    await ask();
    await passDays(15);
    expect(await sent()).toEqual([]);
    expect(await tracesLeft()).toEqual({});
  });

  test('of somebody banned deletes the account, and a new one of it is banned as long', async () => {
    await banAccount(judge(), owner.userId, { reason: 'cheating', until: null });
    const path = await requestLink(address);
    await openVisitor(site).post(path, {});
    expect(await passDays(15)).toBe(1);
    expect(await isGone()).toBe(true);
    const marks = await site.parts.db.query<{ mark: string }>(sql`select mark from ban_marks`);
    expect(marks.length).toBeGreaterThan(0);
    expect(JSON.stringify(marks)).not.toContain(word);
    const again = await openOwner(site, `again-${address}`);
    await keepBan(system(), again.userId, { emails: [address], identities: [] });
    const [row] = await site.parts.db.query<{ banned_at: Date | null }>(sql`select banned_at from accounts
      where user_id = ${again.userId}`);
    expect(row?.banned_at).not.toBeNull();
  });
});

test('what is interrupted after each of its steps is finished by the next runs', async () => {
  await openVisitor(site).post('/contact/topics/bug', { ...LETTER, email: address });
  await runJobs(site);
  await ask();
  site.advanceClock(15 * DAY_MS);
  const killed = new Set<string>();
  const dying = nouns.map((noun): PersonalData => {
    const erasures = (noun.erasures ?? []).map((erasure): Erasure => ({
      name: erasure.name,
      run: async (current, person, place) => {
        const step = await erasure.run(current, person, place);
        if (killed.has(erasure.name)) return step;
        killed.add(erasure.name);
        throw new Error('killed before anybody knew that it was done');
      },
    }));
    return { ...noun, erasures };
  });
  for (let runs = 0; runs < 40 && !(await isGone()); runs += 1) await eraseDue(system(), dying).catch(() => 0);
  expect(await isGone()).toBe(true);
  expect(killed.size).toBeGreaterThan(8);
  expect(await tracesLeft()).toEqual({});
});

test('a sign-in that ends after its step has been done keeps the account for one run, and not for ever', async () => {
  await ask();
  site.advanceClock(15 * DAY_MS);
  const columns = nouns
    .flatMap(({ fates = {} }) => Object.entries<Fate>(fates))
    .filter(([, fate]) => isColumnFate(fate));
  await site.parts.db.query(sql`update account_deletions
    set begun_at = now(), emails = ${[address]}, round = 2, step = ${columns.at(-1)?.[0] ?? ''}, changed = 0
    where user_id = ${owner.userId}`);
  await site.parts.db.query(
    sql`insert into security_events (user_id, at, kind) values (${owner.userId}, now(), 'signIn')`,
  );
  expect([await eraseDue(system(), nouns), await isGone()]).toEqual([0, false]);
  expect([await eraseDue(system(), nouns), await isGone()]).toEqual([1, true]);
});

test('a database that was put back forgets them again by the list', async () => {
  await ask();
  await passDays(15);
  const list = await Array.fromAsync(listPastDeletions(system()));
  const own = list.filter(({ userId }) => userId === owner.userId);
  expect(own).toHaveLength(1);
  await site.parts.db.query(sql`delete from past_deletions`);
  await setAccount(system(), owner.userId, 'authenticated');
  expect(await applyPastDeletions(system(), nouns, own)).toBe(1);
  expect(await eraseDue(system(), nouns)).toBe(1);
  expect(await isGone()).toBe(true);
  expect(await applyPastDeletions(system(), nouns, own)).toBe(0);
});

test('the list leaves alone who has come back since, where the backup is younger than their deletion', async () => {
  await ask();
  await passDays(15);
  const list = await Array.fromAsync(listPastDeletions(system()));
  const own = list.filter(({ userId }) => userId === owner.userId);
  const again = await openOwner(site, address);
  expect(await applyPastDeletions(system(), nouns, own)).toBe(0);
  await eraseDue(system(), nouns);
  expect(await addressesOf(site, again.userId)).toEqual([`*${address}`]);
  await site.parts.db.query(sql`delete from past_deletions where user_id = ${owner.userId}`);
  expect(await applyPastDeletions(system(), nouns, own)).toBe(1);
});

/** What people do here, each without the others. */
const DEEDS: Readonly<Record<string, (person: TestOwner) => Promise<unknown>>> = {
  letter: ({ visitor }) => visitor.post('/contact/topics/bug', LETTER),
  guestLetter: () => openVisitor(site).post('/contact/topics/bug', { ...LETTER, email: address }),
  follow: ({ userId }) => followSubject(currentAs(site, userId), catalog.subjects, 'posts.feed:news'),
  followed: ({ userId }) =>
    site.parts.db.query(sql`with f as (insert into follows (user_id, subject, created_at)
      values (${CAST.creator.userId}, ${`posts.author:${userId}`}, now()) on conflict do nothing)
      insert into followers (subject, user_id) values (${`posts.author:${userId}`}, ${CAST.creator.userId})
      on conflict do nothing`),
  newsletter: ({ visitor }) =>
    visitor.post('/telegrams?subscribe=ballyhoo', { intent: 'telegrams.join', ballyhoo: 'on' }),
  alias: ({ visitor }) => visitor.post('/account', { intent: 'aliases.change', alias: `Leaver ${count} Other` }),
  key: (person) => keyOf(person),
  address: ({ visitor }) => visitor.post('/account', { intent: 'emails.add', email: `more-${address}` }),
  session: ({ userId }) => openSession(site, userId),
  item: async ({ userId }) =>
    site.parts.db.query(sql`insert into items (crate_id, item_id, rev, user_id, collaborators, mimetype, bytes, body,
        created_at, updated_at, updated_by)
      values (${THINGS}, ${crypto.randomUUID()}, 1, ${userId}, ${[userId]}, 'text/plain', 1, 'x', now(), now(), ${userId})`),
  sharedItem: async ({ userId }) =>
    site.parts.db.query(sql`insert into items (crate_id, item_id, rev, user_id, collaborators, mimetype, bytes, body,
        created_at, updated_at, updated_by)
      values (${THINGS}, ${crypto.randomUUID()}, 1, ${userId}, ${[userId, CAST.creator.userId]}, 'text/plain',
        1, 'x', now(), now(), ${userId})`),
  purchase: ({ userId }) =>
    site.parts.db.query(sql`insert into perk_purchases (purchase_id, app_id, perk_id, user_id, bought_at)
      values (${crypto.randomUUID()}, 'levelhead', ${crypto.randomUUID()}, ${userId}, now())`),
  message: async ({ userId }) =>
    site.parts.db
      .query(sql`insert into mailbox_messages (message_id, state, segment, texts, created_by, created_at, sent_at)
      values (gen_random_uuid(), 'sent', ${`user:${userId}`}, ${JSON.stringify({ 'en-US': { title: address, body: word } })}, 'x',
        now(), now())`),
  perk: async ({ userId }) =>
    site.parts.db.query(sql`
      with perk as (insert into perks (perk_id, kind, name, about, per_person, given, held, created_by, created_at)
        values (${word}, 'key', 'Hats', '', 1, 1, 1, 'x', now()) on conflict do nothing),
      given as (insert into perk_grants (user_id, grant_id, perk_id, ordinal, way, granted_at)
        values (${userId}, '01890000-0000-7000-8000-000000000001', ${word}, 1, 'staff', now()))
      insert into perk_keys (perk_id, key_id, sealed, digest, state, user_id, grant_id, added_by, added_at, state_at)
      values (${word}, gen_random_uuid(), 'sealed', ${Buffer.from(word)}, 'given', ${userId},
        '01890000-0000-7000-8000-000000000001', 'x', now(), now())`),
  recoveryCodes: ({ userId }) =>
    site.parts.db.query(sql`insert into recovery_codes (user_id, code_hash, created_at)
      values (${userId}, ${Buffer.from(word)}, now())`),
  question: ({ userId }) =>
    askQuestion(currentAs(site, userId), {
      title: `Who is ${word}?`,
      body: 'I wonder.',
      name: word,
      maySayName: true,
      mayPlay: true,
      voice: new File([Buffer.from('1a45dfa3', 'hex'), word], 'question.webm'),
      proof: '',
    }),
  file: async ({ userId }) => {
    const { key } = await site.parts.files.write(new Blob([word.repeat(20_000)]).stream(), { maxBytes: 10_000_000 });
    await site.parts.db
      .query(sql`insert into items (crate_id, item_id, rev, user_id, collaborators, mimetype, bytes, file_key,
        created_at, updated_at, updated_by)
      values (${THINGS}, ${crypto.randomUUID()}, 1, ${userId}, ${[userId]}, 'text/plain', 100, ${key}, now(), now(), ${userId})`);
  },
  copy: async ({ visitor }) => {
    await visitor.post('/account/data', { intent: 'exports.ask' });
    await runExports(system(), nouns);
  },
  note: ({ userId }) => addNote(judge(), userId, `knows ${userId}`),
};

test('whatever they have done in whatever order, nothing of theirs is left but what is listed', async () => {
  const deeds = fc.shuffledSubarray(Object.keys(DEEDS), { minLength: 6 });
  await fc.assert(
    fc.asyncProperty(deeds, fc.subarray([...KEPT_CHOICES]), async (names, kept) => {
      word = `chance${(count += 1)}`;
      address = `${word}@left.example`;
      owner = await openOwner(site, address);
      await setAlias(system(), 'rumpus', owner.userId, `Leaver ${count} Comet`);
      const filesBefore = await listFiles();
      for (const name of names) await DEEDS[name]?.(owner);
      await runJobs(site);
      owner.visitor.cookies.set(
        'session',
        (await openSession(site, owner.userId)).visitor.cookies.get('session') ?? '',
      );
      const choices = Object.fromEntries(KEPT_CHOICES.map((one) => [one, kept.includes(one) ? 'keep' : 'delete']));
      expect(await statusOf(ask(choices))).toBe(302);
      expect(await passDays(15)).toBe(1);
      const known = [`Leaver ${count} Comet`, `Leaver ${count} Other`, `more-${address}`];
      expect(await tracesLeft(known), names.join()).toEqual({});
      await runJob('storage:sweepFiles');
      const files = await listFiles();
      expect([...files].filter((key) => !filesBefore.has(key))).toEqual([]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);
