import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/newsletters.ts';
import { openOldAccount, pressLink, undoPathsFor } from '#test/people/old-accounts.ts';
import { addressesOf, ageProof, eventsOf, openSession, signInBy } from '#test/people/owners.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate } from '#test/storage.ts';

import { mergeDue } from './merging.server.ts';

const site = useTestSite();
const PATH = '/account/merge';
const THINGS = 'things';
const system = () => systemCurrent(site.parts);

let count = 0;
let kept: TestOwner;
let gone: TestOwner;
let at = (name: string) => name;
beforeAll(async () => void (await createCrate(site, THINGS, OPEN_POLICY)));
beforeEach(async () => {
  await site.parts.db.query(sql`delete from account_merges`);
  const domain = `merge${(count += 1)}.example`;
  at = (name) => `${name}@${domain}`;
  kept = await openOldAccount(site, at('kept'));
  gone = await openOldAccount(site, at('gone'), at('second'));
});

/** Both proved in the browser of the first. */
async function proveBoth(first = kept, second = gone): Promise<FormVisitor> {
  const { visitor } = await openSession(site, first.userId);
  await begin(visitor, first.userId);
  await signIn(visitor, first.userId);
  await begin(visitor, first.userId);
  await signIn(visitor, second.userId);
  return visitor;
}

const begin = (visitor: FormVisitor, account: string) => visitor.post(PATH, { intent: 'merges.begin', account });

const signIn = (visitor: FormVisitor, userId: string) => signInBy(site, visitor, userId);

/** With a session that was begun in another browser, now. */
async function signInBeside(visitor: FormVisitor, userId: string): Promise<void> {
  const session = (await openSession(site, userId)).visitor.cookies.get('session') ?? '';
  visitor.cookies.set('session', session);
}

const merge = (visitor: FormVisitor, keep = kept.userId) =>
  visitor.post(PATH, { intent: 'merges.merge', keep, understood: 'on' });
const statusOf = async (response: Promise<Response>) => (await response).status;
const isThere = async (userId: string) =>
  (await site.parts.db.query(sql`select from accounts where user_id = ${userId}`)).length === 1;
const addItem = (userId: string, collaborators = [userId]) =>
  site.parts.db.query(sql`insert into items (crate_id, item_id, rev, user_id, collaborators, mimetype, bytes, body,
      created_at, updated_at, updated_by)
    values (${THINGS}, ${crypto.randomUUID()}, 1, ${userId}, ${collaborators}, 'text/plain', 1, 'x', now(), now(), ${userId})`);

describe('who has two accounts', () => {
  test('proves both in one browser, reads what will happen, and has one account of which the other is a part', async () => {
    await setAlias(system(), 'rumpus', kept.userId, `Kept ${count} Comet`);
    await setAlias(system(), 'rumpus', gone.userId, `Gone ${count} Comet`);
    await addItem(gone.userId);
    await addItem(gone.userId, [gone.userId, kept.userId]);
    const { visitor } = kept;
    expect(await wordsOf(await visitor.get(PATH))).toContain('A merge can’t be undone');
    const signInByMail = async (name: string) => {
      await visitor.post('/login', { intent: 'ask', who: at(name), returnTo: PATH });
      await runJobs(site);
      const code = mailFor(site, at(name))?.code ?? '';
      const arrived = await visitor.post('/login', { intent: 'code', code, returnTo: PATH });
      expect(arrived.headers.get('location')).toBe(PATH);
    };
    for (const said of ['Nothing is merged before', 'Now the other account']) {
      expect(await wordsOf(await visitor.get(PATH))).toContain(said);
      const begun = await begin(visitor, kept.userId);
      expect([begun.status, begun.headers.get('location')]).toEqual([302, `/login?returnTo=${PATH}`]);
      expect(await statusOf(visitor.get('/account'))).toBe(302);
      await signInByMail(said.startsWith('Now') ? 'gone' : 'kept');
    }
    const plan = await wordsOf(await visitor.get(PATH));
    for (const said of [`You’re called Kept ${count} Comet`, at('second'), 'such as levels: 2', `@${gone.userId}`])
      expect(plan).toContain(said);
    expect(await isThere(gone.userId)).toBe(true);
    const swapped = await wordsOf(await visitor.get(`${PATH}?keep=${gone.userId}`));
    expect(swapped).toContain(`You’re called Gone ${count} Comet`);
    const done = await merge(visitor);
    expect([done.status, done.headers.get('location')]).toEqual([302, `${PATH}?state=signedOut`]);
    expect([await isThere(gone.userId), await isThere(kept.userId)]).toEqual([false, true]);
    expect(await addressesOf(site, kept.userId)).toEqual([`*${at('kept')}`, at('gone'), at('second')]);
    expect(await statusOf(gone.visitor.get('/account'))).toBe(302);
    await runJobs(site);
    expect(await mergeDue(system(), nouns)).toBeLessThanOrEqual(1);
    const rows = await site.parts.db.query<{ user_id: string; collaborators: string[] }>(sql`
      select user_id, collaborators from items where crate_id = ${THINGS} and user_id = any(${[gone.userId, kept.userId]}::text[])`);
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ user_id: kept.userId, collaborators: [kept.userId] })));
    for (const to of [at('kept'), at('gone'), at('second')])
      expect(site.parts.mailer.keptMails().find((mail) => mail.to === to)?.text).toContain('became a part of');
    expect(await eventsOf(site, kept.userId)).toContain('merged');
  });

  test('signs in by the lookup code and the address of either afterwards', async () => {
    await merge(await proveBoth());
    for (const who of [`@${gone.userId}`, at('gone')]) {
      const visitor = openVisitor(site);
      await visitor.post('/login', { intent: 'ask', who, returnTo: '/' });
      await runJobs(site);
      await visitor.post('/login', {
        intent: 'code',
        code: mailFor(site, at(who.startsWith('@') ? 'kept' : 'gone'))?.code ?? '',
      });
      const me = (await (await visitor.get('/api/auth/accounts/@me')).json()) as { data: { userId: string } };
      expect(me.data.userId).toBe(kept.userId);
    }
  });

  test('stays signed in where the account of this session is kept, and may keep either', async () => {
    const visitor = await proveBoth(gone, kept);
    expect((await merge(visitor)).headers.get('location')).toBe(`${PATH}?state=merged`);
    expect(await statusOf(visitor.get('/account'))).toBe(200);
  });

  test('is led from the old player page to the one that is left', async () => {
    await merge(await proveBoth());
    const old = await site.ask(undefined, `/games/levelhead/players/${gone.userId}`);
    expect([old.status, old.headers.get('location')]).toEqual([301, `/games/levelhead/players/${kept.userId}`]);
  });

  test('has the name of the one that went where the other had none', async () => {
    await setAlias(system(), 'rumpus', gone.userId, `Only ${count} Comet`);
    await merge(await proveBoth());
    await mergeDue(system(), nouns);
    const rows = await site.parts.db.query<{ user_id: string }>(sql`
      select user_id from aliases where alias = ${`Only ${count} Comet`}`);
    expect(rows).toEqual([{ user_id: kept.userId }]);
  });

  test('has to tick that they have read it', async () => {
    const visitor = await proveBoth();
    expect(await statusOf(visitor.post(PATH, { intent: 'merges.merge', keep: kept.userId }))).toBe(400);
    expect(await isThere(gone.userId)).toBe(true);
  });
});

describe('by staff', () => {
  const page = () => `/admin/accounts/${gone.userId}`;
  const fields = () => ({ intent: 'merge', into: `@${kept.userId}`, reason: 'They showed us both.' });

  test('an admin merges two accounts with a reason, which the audit has, and is led to the one that is left', async () => {
    expect(await statusOf(site.submit('staff', page(), fields()))).toBe(403);
    const done = await site.submit('admin', page(), fields());
    expect([done.status, await isThere(gone.userId)]).toEqual([303, false]);
    const led = await site.ask('admin', `${page()}?done=merge`);
    expect(led.headers.get('location')).toBe(`/admin/accounts/${kept.userId}?done=merge`);
    const words = await wordsOf(await site.ask('admin', `/admin/accounts/${kept.userId}?done=merge`));
    expect(words).toContain('They showed us both.');
    const found = await site.ask('admin', `/admin/accounts?text=${gone.userId}`);
    expect(await found.text()).toContain(`/admin/accounts/${kept.userId}`);
  });

  test('no account is merged whose role is as high, or with itself, or with nobody', async () => {
    await site.parts.db.query(sql`update accounts set role = 'super' where user_id = ${kept.userId}`);
    expect(await statusOf(site.submit('admin', page(), fields()))).toBe(403);
    expect(await statusOf(site.submit('admin', page(), { ...fields(), into: gone.userId }))).toBe(404);
    expect(await statusOf(site.submit('admin', page(), { ...fields(), into: 'nobody1' }))).toBe(404);
    expect(await isThere(gone.userId)).toBe(true);
  });
});

describe('nobody merges', () => {
  const refused = async (response: Promise<Response>, status: number) => {
    expect(await statusOf(response)).toBe(status);
    expect([await isThere(gone.userId), await isThere(kept.userId)]).toEqual([true, true]);
  };

  test('an account that they have not proved in this browser', async () => {
    await refused(merge(gone.visitor), 409);
    const thief = openVisitor(site);
    await signInBeside(thief, gone.userId);
    thief.cookies.set('merge', 'forged.token');
    await refused(merge(thief), 409);
    const other = await openOldAccount(site, at('other'));
    const visitor = await proveBoth();
    await refused(merge(visitor, other.userId), 409);
  });

  test('by a session that was taken from another browser, however fresh it is', async () => {
    const thief = await openOldAccount(site, at('thief'));
    const { visitor: ofTheirs } = await openSession(site, gone.userId);
    await begin(ofTheirs, gone.userId);
    await signInBeside(ofTheirs, gone.userId);
    await begin(ofTheirs, gone.userId);
    await signIn(ofTheirs, thief.userId);
    await refused(merge(ofTheirs, thief.userId), 409);
    const { visitor: ofOwn } = await openSession(site, thief.userId);
    await begin(ofOwn, thief.userId);
    await signIn(ofOwn, thief.userId);
    await begin(ofOwn, thief.userId);
    await signInBeside(ofOwn, gone.userId);
    for (const keep of [thief, gone]) await refused(merge(ofOwn, keep.userId), 409);
  });

  test('by a proof that is used, or too old', async () => {
    const visitor = await proveBoth();
    const copy = openVisitor(site);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    await ageProof(site, gone.userId);
    await refused(merge(visitor), 403);
    const second = await proveBoth();
    site.advanceClock(16 * 60_000);
    await refused(merge(second), 403);
    await signIn(second, gone.userId);
    await refused(merge(second), 409);
    const third = await proveBoth();
    const token = third.cookies.get('merge') ?? '';
    await merge(third);
    third.cookies.set('merge', token);
    await signIn(third, kept.userId);
    expect(await statusOf(merge(third))).toBe(409);
  });

  test('with a session that was there before the other account was proved', async () => {
    const early = await openSession(site, gone.userId);
    site.advanceClock(1000);
    const { visitor } = await openSession(site, kept.userId);
    await begin(visitor, kept.userId);
    await signIn(visitor, kept.userId);
    await begin(visitor, kept.userId);
    visitor.cookies.set('session', early.visitor.cookies.get('session') ?? '');
    await refused(merge(visitor), 409);
  });

  test('one account with itself', async () => {
    const visitor = await proveBoth(kept, kept);
    await refused(merge(visitor), 409);
  });

  test('after the first account was signed out everywhere', async () => {
    const visitor = await proveBoth();
    const { visitor: owner } = await openSession(site, kept.userId);
    await owner.post('/account', { intent: 'sessions.endOthers' });
    await refused(merge(visitor), 409);
  });

  test.each(['frozen_at', 'deletion_due_at', 'banned_at'] as const)('an account with %s', async (column) => {
    const visitor = await proveBoth();
    await site.parts.db.query(sql`update accounts set ${sql.raw(column)} = now() where user_id = ${kept.userId}`);
    await refused(merge(visitor), 409);
  });

  test('away an account with a role', async () => {
    const visitor = await proveBoth();
    await site.parts.db.query(sql`update accounts set role = 'staff' where user_id = ${gone.userId}`);
    await refused(merge(visitor), 409);
  });

  test('while a change of addresses can still be undone', async () => {
    await gone.visitor.post('/account', { intent: 'emails.primary', key: at('second'), email: at('second') });
    await runJobs(site);
    const visitor = await proveBoth();
    await refused(merge(visitor), 409);
  });

  test('after an undo has thrown out who had proved the account by an address of their own', async () => {
    const thief = await openOldAccount(site, at('thief'));
    await addVerifiedEmail(system(), gone.userId, at('evil'));
    await gone.visitor.post('/account', { intent: 'emails.primary', key: at('evil') });
    const visitor = await proveBoth(gone, thief);
    await refused(merge(visitor, thief.userId), 409);
    await runJobs(site);
    expect(await pressLink(site, undoPathsFor(site, at('gone'))[0])).toBe(200);
    await signIn(openVisitor(site), gone.userId);
    await refused(merge(visitor, thief.userId), 409);
  });

  test.each([
    [
      'passkey',
      sql`insert into passkeys (credential_id, user_id, public_key, counter, name, is_synced, created_at)
      select 'thief ' || user_id, user_id, '', 0, 'x', false, now() from accounts`,
    ],
    [
      'connection',
      sql`insert into account_identities (issuer, subject, user_id, platform, linked_at)
      select 'thief', user_id, user_id, 'thief', now() from accounts`,
    ],
    [
      'recovery code',
      sql`insert into recovery_codes (user_id, code_hash, created_at)
      select user_id, sha256(user_id::bytea), now() from accounts`,
    ],
    [
      'address',
      sql`insert into account_emails (user_id, address_key, address, verified_at, added_at)
      select user_id, user_id || '@thief.example', user_id || '@thief.example', now(), now() from accounts`,
    ],
  ] as const)(
    'an account to which a %s was added in the last 72 hours, by which a thief would prove it',
    async (_, add) => {
      await site.parts.db.query(sql`update accounts set created_at = now() - interval '40 days'
      where user_id = ${gone.userId}`);
      await site.parts.db.query(sql`${add} where user_id = ${gone.userId}`);
      for (const keep of [kept, gone]) await refused(merge(await proveBoth(), keep.userId), 409);
      await site.parts.db.query(sql`update accounts set created_at = now() where user_id = ${gone.userId}`);
      expect(await statusOf(merge(await proveBoth()))).toBe(302);
    },
  );

  test('in another role', async () => {
    await site.parts.db.query(sql`update accounts set role = 'staff' where user_id = ${kept.userId}`);
    const { visitor } = await openSession(site, kept.userId);
    visitor.cookies.set('masquerade', 'authenticated');
    await refused(begin(visitor, kept.userId), 403);
    visitor.cookies.delete('masquerade');
    await begin(visitor, kept.userId);
    await signIn(visitor, kept.userId);
    await begin(visitor, kept.userId);
    await signIn(visitor, gone.userId);
    expect(await statusOf(merge(visitor))).toBe(302);
  });
});

test('of two merges at once, each into the other or in a chain, one is done', async () => {
  const third = await openOldAccount(site, at('third'));
  const one = await proveBoth(kept, gone);
  const back = await proveBoth(gone, kept);
  const chain = await proveBoth(third, gone);
  const all = await Promise.all([merge(one), merge(back, gone.userId), merge(chain, third.userId)]);
  expect(all.filter(({ status }) => status === 302)).toHaveLength(1);
  const left = await Promise.all([kept, gone, third].map(({ userId }) => isThere(userId)));
  expect(left.filter(Boolean)).toHaveLength(2);
});

test('a chain of merges leads on from its beginning', async () => {
  const third = await openOldAccount(site, at('third'));
  await merge(await proveBoth());
  expect(await mergeDue(system(), nouns)).toBe(1);
  await merge(await proveBoth(third, kept), third.userId);
  const rows = await site.parts.db.query<{ user_id: string; kept_user_id: string }>(sql`
    select user_id, kept_user_id from merged_accounts where kept_user_id = ${third.userId} order by user_id`);
  expect(rows.map(({ user_id: id }) => id)).toEqual([gone.userId, kept.userId].toSorted());
});
