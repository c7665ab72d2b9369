import { beforeEach, describe, expect, test } from 'vitest';

import { findKey } from '#app/delegation/find-key.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openOldAccount, pressLink, undoPathsFor } from '#test/people/old-accounts.ts';
import { addressesOf, eventsOf, openSession, postAccount } from '#test/people/owners.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { addVerifiedEmail } from './emails.server.ts';

const site = useTestSite();
const NO_KEY = Buffer.of(0);
let domains = 0;
/** Another person's address in each test. */
let at = (name: string) => name;
beforeEach(() => {
  domains += 1;
  const domain = `undo${domains}.example`;
  at = (name) => `${name}@${domain}`;
});

const current = () => systemCurrent(site.parts);
const remove = (visitor: FormVisitor, key: string) => postAccount(visitor, 'emails.remove', { key });

const addEvil = (userId: string, address: string) => addVerifiedEmail(current(), userId, address);

/** How many rows of a table an account still has. */
async function countOf(table: string, userId: string): Promise<number> {
  const [row] = await site.parts.db.query<{ count: number }>(sql`
    select count(*)::int as count from ${sql.raw(table)} where user_id = ${userId}`);
  return row?.count ?? 0;
}

describe('the older address wins', () => {
  test('an address that a hijacked session added and the owner removed gets no link to restore itself', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    expect((await remove(visitor, at('evil'))).status).toBe(200);
    await runJobs(site);
    const mails = site.parts.mailer.keptMails().filter(({ to }) => to === at('evil'));
    expect(mails).toHaveLength(1);
    expect([undoPathsFor(site, at('evil')), undoPathsFor(site, at('owner'))]).toEqual([[], []]);
    expect(await addressesOf(site, userId)).toEqual([`*${at('owner')}`]);
  });

  test('an address that a hijacked session made the primary one cannot become it again by a link', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await postAccount(visitor, 'emails.primary', { key: at('evil') });
    await postAccount(visitor, 'emails.primary', { key: at('owner') });
    await runJobs(site);
    expect(undoPathsFor(site, at('evil'))).toHaveLength(1);
    expect(await addressesOf(site, userId)).toEqual([`*${at('owner')}`, at('evil')]);
  });

  test('an address that an attacker removed after the owner’s cannot be restored once the owner’s is', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await remove(visitor, at('owner'));
    await addEvil(userId, at('evil2'));
    await remove(visitor, at('evil'));
    await runJobs(site);
    const [evils] = undoPathsFor(site, at('evil'));
    expect(await pressLink(site, undoPathsFor(site, at('owner'))[0])).toBe(200);
    expect(await pressLink(site, evils)).toBe(409);
    expect(await addressesOf(site, userId)).toEqual([`*${at('owner')}`]);
  });
});

describe('undoing a change', () => {
  test('removes every sign-in method and key of an attacker, and mails the owner how many there were', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    const { db } = site.parts;
    const leave = async (name: string, age: string) => {
      const id = name + userId;
      await db.query(sql`insert into passkeys (credential_id, user_id, public_key, counter, name, is_synced, created_at)
        values (${id}, ${userId}, ${NO_KEY}, 0, ${name}, false, now() - ${age}::interval)`);
      await db.query(sql`insert into account_identities (issuer, subject, user_id, platform, linked_at)
        values ('https://id.example', ${id}, ${userId}, ${name}, now() - ${age}::interval)`);
    };
    await leave('own', '30 days');
    await leave('evil', '71 hours');
    await addEvil(userId, at('evil'));
    await postAccount(visitor, 'emails.add', { email: at('claimed') });
    const made = await keyOf(visitor);
    expect(await works(made)).toBe(true);
    await remove(visitor, at('owner'));
    await leave('late', '0');
    await runJobs(site);
    const claim = mailFor(site, at('claimed'))?.path;
    expect(await pressLink(site, undoPathsFor(site, at('owner'))[0])).toBe(200);

    expect(await addressesOf(site, userId)).toEqual([`*${at('owner')}`]);
    expect(await pressLink(site, claim)).toBe(409);
    expect(await db.query(sql`select name from passkeys where user_id = ${userId}`)).toEqual([{ name: 'own' }]);
    const identities = await db.query(sql`select platform from account_identities where user_id = ${userId}`);
    expect(identities).toEqual([{ platform: 'own' }]);
    expect([await countOf('delegation_keys', userId), await works(made)]).toEqual([0, false]);
    expect(await countOf('sessions', userId)).toBe(0);
    const events = (await eventsOf(site, userId)).slice(-8).toSorted();
    const removals = ['connectionRemoved', 'connectionRemoved', 'emailRemoved', 'emailUndone', 'frozen', 'keyRevoked'];
    expect(events).toEqual([...removals, 'passkeyRemoved', 'passkeyRemoved']);
    await runJobs(site);
    const mail = site.parts.mailer.keptMails().find(({ to }) => to === at('owner'));
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Email addresses: 1, passkeys: 2, connections: 2, keys: 1.');
  });

  test('ends every session, however many an attacker has begun, and the owner’s own', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await openElderSession(userId);
    for (let begun = 0; begun < 131; begun += 1) await site.parts.sessions.create(userId, site.parts.now());
    await addEvil(userId, at('evil'));
    await remove(visitor, at('owner'));
    await runJobs(site);
    expect(await pressLink(site, undoPathsFor(site, at('owner'))[0])).toBe(200);
    expect(await countOf('sessions', userId)).toBe(0);
  });

  test('invalidates a code that was mailed to the attacker’s address before', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await remove(visitor, at('owner'));
    await runJobs(site);
    const waiting = await askByCode(userId, at('evil'));
    expect(await pressLink(site, undoPathsFor(site, at('owner'))[0])).toBe(200);
    expect((await waiting()).status).toBe(410);
    expect(await countOf('sessions', userId)).toBe(0);
  });
});

describe('a code that was mailed to the attacker’s address signs nobody in', () => {
  test('after the owner has removed the address', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await postAccount(visitor, 'emails.primary', { key: at('evil') });
    const waiting = await askByCode(userId, at('evil'));
    await remove(visitor, at('evil'));
    expect((await waiting()).status).toBe(410);
  });

  test('after the owner has made another address the primary one', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await addEvil(userId, at('evil'));
    await postAccount(visitor, 'emails.primary', { key: at('evil') });
    const waiting = await askByCode(userId, at('evil'));
    await postAccount(visitor, 'emails.primary', { key: at('owner') });
    expect((await waiting()).status).toBe(410);
  });

  test('after the owner has ended all other sessions', async () => {
    const { visitor, userId } = await openOldAccount(site, at('owner'));
    await openSession(site, userId);
    const waiting = await askByCode(userId, at('owner'));
    await postAccount(visitor, 'sessions.endOthers', {});
    expect((await waiting()).status).toBe(410);
    expect(await countOf('sessions', userId)).toBe(1);
  });
});

/** Requests a mail by the lookup code of an account. @returns a function that types its code */
async function askByCode(userId: string, address: string): Promise<() => Promise<Response>> {
  const visitor = openVisitor(site);
  await visitor.post('/login', { intent: 'ask', who: `@${userId}`, returnTo: '/' });
  await runJobs(site);
  const { code = '' } = mailFor(site, address) ?? {};
  return () => visitor.post('/login', { intent: 'code', code, who: `@${userId}`, returnTo: '/' });
}

/** A session that is 20 days old. */
async function openElderSession(userId: string): Promise<void> {
  const { loginId } = await openSession(site, userId);
  await site.parts.db.query(sql`update sessions set created_at = created_at - interval '20 days'
    where login_id = ${loginId}`);
}

async function keyOf(visitor: FormVisitor): Promise<string> {
  const fields = { name: 'Evil tool', days: '90', 'may.rumpus-account-read': 'on' };
  const page = await (await postAccount(visitor, 'keys.create', fields)).text();
  return /rumpus_key_[\w-]+/.exec(page)?.[0] ?? '';
}

async function works(key: string): Promise<boolean> {
  const { db, rowCache } = current();
  return (await findKey(db, rowCache, key, site.parts.now())) !== undefined;
}
