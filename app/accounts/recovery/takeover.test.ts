import { beforeEach, describe, expect, test } from 'vitest';

import { asPerson } from '#app/current/current.server.ts';
import { PERMISSION_FIELD } from '#app/delegation/key.ts';
import { createKey } from '#app/delegation/keys.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { connect } from '#app/login/providers/connections.server.ts';
import { startSession } from '#app/login/sessions/start-session.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openOldAccount, pressLink, undoPathsFor } from '#test/people/old-accounts.ts';
import { addressesOf, ageProof, eventsOf, openSession, postAccount } from '#test/people/owners.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { addVerifiedEmail } from '../emails/emails.server.ts';
import { addPasskey } from '../passkeys/passkeys.server.ts';

const site = useTestSite();
let domains = 0;
let at = (name: string) => name;
let owner: TestOwner;
beforeEach(async () => {
  domains += 1;
  const domain = `takeover${domains}.example`;
  at = (name) => `${name}@${domain}`;
  owner = await openOldAccount(site, at('owner'));
});

/** The ten codes, as the page shows them. */
async function makeCodes(visitor: FormVisitor): Promise<string[]> {
  const page = await (await postAccount(visitor, 'recovery.make', {})).text();
  return [...new Set(page.match(/\b[A-Z\d]{4}(?:-[A-Z\d]{4}){3}\b/g))];
}

async function useCode(who: string, code: string): Promise<{ status: number; visitor: FormVisitor }> {
  const visitor = openVisitor(site);
  const { status } = await visitor.post('/login/recovery', { intent: 'recovery.signIn', who, code });
  return { status, visitor };
}

async function signInByMail(address: string): Promise<FormVisitor> {
  const visitor = openVisitor(site);
  await visitor.post('/login', { intent: 'ask', who: address, returnTo: '/' });
  await runJobs(site);
  await visitor.post('/login', { intent: 'code', code: mailFor(site, address)?.code ?? '' });
  return visitor;
}

const waiting = async () => {
  const rows = await site.parts.db.query(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
};
const isIn = async (visitor: FormVisitor) => (await visitor.get('/api/auth/accounts/@me')).status === 200;
const addEvil = () => addVerifiedEmail(systemCurrent(site.parts), owner.userId, at('evil'));
/** The session that a thief has taken, of today. */
const steal = async () => (await openSession(site, owner.userId)).visitor;
const undo = async (name = 'owner', which = 0) => {
  await runJobs(site);
  return pressLink(site, undoPathsFor(site, at(name))[which]);
};

describe('recovery codes', () => {
  test('are ten, shown once and kept as hashes, and each signs in once without a mail', async () => {
    const codes = await makeCodes(owner.visitor);
    expect(codes).toHaveLength(10);
    const page = await (await owner.visitor.get('/account')).text();
    expect(codes.filter((code) => page.includes(code))).toEqual([]);
    expect(page).toContain('10 are left');
    const rows = await site.parts.db.query<{ row: string }>(
      sql`select row_to_json(c)::text as row from recovery_codes c`,
    );
    const [first = '', second = ''] = codes;
    expect(rows.some(({ row }) => row.includes(first) || row.includes(first.replaceAll('-', '')))).toBe(false);
    const back = await useCode(at('owner'), ` ${first.toLowerCase().replaceAll('-', ' ')}`);
    expect([back.status, await isIn(back.visitor)]).toEqual([302, true]);
    expect((await useCode(at('owner'), first)).status).toBe(400);
    expect((await useCode(`@${owner.userId}`, second)).status).toBe(302);
    // Whoever has come in so may add an address that they can read.
    expect((await postAccount(back.visitor, 'emails.add', { email: at('new') })).status).toBe(200);
    await runJobs(site);
    const told = site.parts.mailer.keptMails().filter(({ to }) => to === at('owner'));
    expect(told.some(({ text }) => text.includes('Signed in by a recovery code.'))).toBe(true);
    expect(await (await openSession(site, owner.userId)).visitor.get('/account').then((one) => one.text())).toContain(
      '8 are left',
    );
  });

  test('are made with a fresh sign-in alone', async () => {
    await ageProof(site, owner.userId);
    expect((await postAccount(owner.visitor, 'recovery.make', {})).status).toBe(403);
  });

  test('let one of twenty in who use the same at once', async () => {
    const [code = ''] = await makeCodes(owner.visitor);
    const all = await Promise.all(Array.from({ length: 20 }, () => useCode(at('owner'), code)));
    expect(all.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  test('do not tell whether an account, or a code of it, is there', async () => {
    const [code = ''] = await makeCodes(owner.visitor);
    const other = await openOldAccount(site, at('other'));
    const answers = [
      await openVisitor(site).post('/login/recovery', { who: at('nobody'), code }),
      await openVisitor(site).post('/login/recovery', { who: at('other'), code }),
      await openVisitor(site).post('/login/recovery', { who: at('owner'), code: 'CCCC-DDDD-FFFF-GGGG' }),
      await openVisitor(site).post('/login/recovery', { who: 'not an account', code: '' }),
    ];
    const words = await Promise.all(
      answers.map(async (one) => [
        one.status,
        (await one.text()).includes('That isn’t a recovery code of that account'),
      ]),
    );
    expect(words).toEqual(answers.map(() => [400, true]));
    expect(await eventsOf(site, other.userId)).toEqual([]);
  });
});

/** What a thief does, and that the owner ends up with the account, and the thief without. */
describe('a thief', () => {
  test('who adds an address and makes it the main one is thrown out by the mail to the old one, and the account is frozen', async () => {
    const thief = await steal();
    await addEvil();
    await postAccount(thief, 'emails.primary', { key: at('evil') });
    expect(await undo()).toBe(200);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('owner')}`]);
    expect([await isIn(thief), await isIn(owner.visitor)]).toEqual([false, false]);
    const { visitor: left } = await openSession(site, owner.userId);
    expect(await isIn(left)).toBe(false);
    const back = await signInByMail(at('owner'));
    expect(await isIn(back)).toBe(true);
    expect((await eventsOf(site, owner.userId)).slice(-3)).toContain('thawed');
  });

  test('who only adds an address is thrown out by the mail about that', async () => {
    const thief = await steal();
    await postAccount(thief, 'emails.add', { email: at('evil') });
    await runJobs(site);
    await postAccount(thief, 'emails.prove', { key: at('evil'), code: mailFor(site, at('evil'))?.code ?? '' });
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('owner')}`, at('evil')]);
    await runJobs(site);
    const mail = site.parts.mailer.keptMails().find(({ to }) => to === at('owner'))?.text ?? '';
    expect([mail.includes(at('evil')), mail.includes('If not, undo it')]).toEqual([true, true]);
    expect(await undo()).toBe(200);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('owner')}`]);
    expect(await isIn(thief)).toBe(false);
  });

  test('who makes recovery codes loses them by the undo, and those of the owner are void too', async () => {
    const own = await makeCodes(owner.visitor);
    const thief = await steal();
    const theirs = await makeCodes(thief);
    expect((await useCode(at('owner'), own[0] ?? '')).status).toBe(400);
    await addEvil();
    await postAccount(thief, 'emails.remove', { key: at('owner') });
    expect(await undo()).toBe(200);
    for (const code of [own[1], theirs[1]]) expect((await useCode(at('owner'), code ?? '')).status).toBe(400);
    await signInByMail(at('owner'));
    expect((await useCode(at('owner'), theirs[2] ?? '')).status).toBe(400);
  });

  test('who has copied old codes has nothing once there are new ones', async () => {
    const old = await makeCodes(owner.visitor);
    const own = await makeCodes(owner.visitor);
    expect((await useCode(at('owner'), old[0] ?? '')).status).toBe(400);
    expect((await useCode(at('owner'), own[0] ?? '')).status).toBe(302);
  });

  test('who has a recovery code is not let in while the account is frozen, and the code is not used up', async () => {
    const [code = ''] = await makeCodes(owner.visitor);
    await site.parts.db.query(sql`update recovery_codes set created_at = created_at - interval '30 days'
      where user_id = ${owner.userId}`);
    await addEvil();
    await postAccount(owner.visitor, 'emails.primary', { key: at('evil') });
    expect(await undo()).toBe(200);
    expect((await useCode(at('owner'), code)).status).toBe(403);
    await signInByMail(at('owner'));
    expect((await useCode(at('owner'), code)).status).toBe(302);
  });

  test('who presses the link of their own address gets nothing', async () => {
    const thief = await steal();
    await addEvil();
    await postAccount(thief, 'emails.primary', { key: at('evil') });
    const back = await signInByMail(at('owner'));
    await postAccount(back, 'emails.primary', { key: at('owner') });
    await runJobs(site);
    const evils = undoPathsFor(site, at('evil'));
    await postAccount(back, 'emails.remove', { key: at('evil') });
    await runJobs(site);
    for (const path of [...evils, ...undoPathsFor(site, at('evil'))])
      expect(await pressLink(site, path)).not.toBe(undefined);
    expect((await addressesOf(site, owner.userId))[0]).toBe(`*${at('owner')}`);
  });

  test('who changes the address a second time does not void the first link', async () => {
    const thief = await steal();
    await addEvil();
    await postAccount(thief, 'emails.primary', { key: at('evil') });
    await runJobs(site);
    const [first] = undoPathsFor(site, at('owner'));
    await postAccount(thief, 'emails.remove', { key: at('owner') });
    await addVerifiedEmail(systemCurrent(site.parts), owner.userId, at('evil2'));
    await postAccount(thief, 'emails.primary', { key: at('evil2') });
    expect(await pressLink(site, first)).toBe(200);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('owner')}`]);
    expect(await isIn(thief)).toBe(false);
  });

  test('who asks for something while it is undone gets nothing of it', async () => {
    const { db, now } = site.parts;
    const thief = await steal();
    const person = asPerson(systemCurrent(site.parts), { userId: owner.userId, role: 'authenticated' }, now());
    const acting = { ...person, actor: { ...person.actor, provedAt: now() } };
    const refused = (deed: Promise<unknown>) => deed.then(() => 200).catch(({ status }: { status: number }) => status);
    const passkey = {
      passkeyId: 'theirs',
      publicKey: Buffer.of(0),
      counter: 0,
      transports: [],
      name: 'x',
      isSynced: false,
    };
    const identity = { issuer: 'i', subject: owner.userId, platform: 'oidc', service: 'S' };
    const page = (intent: string, fields: Record<string, string> = {}) =>
      postAccount(thief, intent, fields).then(({ status }) => status);
    const asked: Promise<number>[] = [];
    await site.stranger.transaction(async (undoing) => {
      await undoing.query(sql`select from accounts where user_id = ${owner.userId} for no key update`);
      asked.push(
        page('recovery.make'),
        page('emails.remove', { key: at('owner') }),
        page('emails.add', { email: at('evil') }),
      );
      asked.push(page('keys.create', { name: 'k', days: 'forever', [`${PERMISSION_FIELD}rumpus-account-read`]: 'on' }));
      asked.push(refused(addPasskey(acting, passkey)), refused(connect(acting, identity)));
      await expect.poll(waiting).toBe(asked.length);
      await undoing.query(sql`update accounts set frozen_at = now() where user_id = ${owner.userId}`);
      await undoing.query(sql`delete from sessions where user_id = ${owner.userId}`);
    });
    expect(await Promise.all(asked)).toEqual(asked.map(() => 401));
    expect(await refused(createKey(acting, { name: 'k', permissions: ['rumpus-account-read'], days: null }))).toBe(401);
    const [left] =
      await db.query(sql`select (select count(*)::int from recovery_codes where user_id = ${owner.userId}) as codes,
      (select count(*)::int from delegation_keys where user_id = ${owner.userId}) as keys,
      (select count(*)::int from passkeys where user_id = ${owner.userId}) as passkeys,
      (select count(*)::int from account_identities where user_id = ${owner.userId}) as connections`);
    expect(left).toEqual({ codes: 0, keys: 0, passkeys: 0, connections: 0 });
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('owner')}`]);
  });

  test('who has a passkey, a connection, a key or a code comes in by none of them while the account is frozen', async () => {
    const key = await createKey(
      {
        ...systemCurrent(site.parts),
        actor: { ...systemCurrent(site.parts).actor, userId: owner.userId, provedAt: site.parts.now() },
      },
      { name: 'k', permissions: ['rumpus-account-read'], days: null },
    );
    const byKey = async () =>
      (await site.ask(undefined, '/api/auth/accounts/@me', { headers: { 'rumpus-delegation-key': key.key } })).status;
    await site.parts.db.query(sql`update delegation_keys set created_at = created_at - interval '30 days'
      where user_id = ${owner.userId}`);
    expect(await byKey()).toBe(200);
    await addEvil();
    await postAccount(owner.visitor, 'emails.primary', { key: at('evil') });
    expect(await undo()).toBe(200);
    expect(await byKey()).toBe(401);
    for (const way of ['passkey', 'provider', 'recoveryCode'] as const)
      await expect(startSession(systemCurrent(site.parts), owner.userId, way)).rejects.toMatchObject({
        code: 'recovery.frozen',
      });
    await signInByMail(at('owner'));
    expect(await byKey()).toBe(200);
  });

  test('who has scanners open the link changes nothing, and nobody uses it twice', async () => {
    await addEvil();
    await postAccount(owner.visitor, 'emails.primary', { key: at('evil') });
    await runJobs(site);
    const [path = ''] = undoPathsFor(site, at('owner'));
    for (const method of ['GET', 'HEAD', 'GET']) expect((await site.ask(undefined, path, { method })).status).toBe(200);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('evil')}`, at('owner')]);
    expect(await isIn(owner.visitor)).toBe(true);
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await openVisitor(site).post(path, {}, elsewhere)).status).toBe(403);
    expect(await pressLink(site, path)).toBe(200);
    const back = await signInByMail(at('owner'));
    expect(await pressLink(site, path)).not.toBe(200);
    expect(await isIn(back)).toBe(true);
  });

  test('who would have somebody sign in to an account of their own by a form of another site is refused', async () => {
    const [code = ''] = await makeCodes(owner.visitor);
    const fields = { intent: 'recovery.signIn', who: at('owner'), code };
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await openVisitor(site).post('/login/recovery', fields, elsewhere)).status).toBe(403);
    expect((await useCode(at('owner'), code)).status).toBe(302);
  });

  test('who presses the same link with others at once has it work once', async () => {
    await addEvil();
    await postAccount(owner.visitor, 'emails.primary', { key: at('evil') });
    await runJobs(site);
    const [path] = undoPathsFor(site, at('owner'));
    const all = await Promise.all(Array.from({ length: 10 }, () => pressLink(site, path)));
    expect(all.filter((status) => status === 200)).toHaveLength(1);
    expect((await eventsOf(site, owner.userId)).filter((kind) => kind === 'frozen')).toHaveLength(1);
  });

  test('who guesses is stopped', async () => {
    const door = openTestApp(site, { LIMITS: '1' });
    const guess = async (code: string) => {
      const headers = { origin: 'http://localhost:8080', 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ intent: 'recovery.signIn', who: at('owner'), code }).toString();
      return (await door.sendRequest('/login/recovery', { method: 'POST', headers, body, address: '203.0.113.7' }))
        .status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push(await guess('CCCC-DDDD-FFFF-GGGG'));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    // From elsewhere the owner comes in all the same.
    const [code = ''] = await makeCodes(owner.visitor);
    expect((await useCode(at('owner'), code)).status).toBe(302);
  });
});
