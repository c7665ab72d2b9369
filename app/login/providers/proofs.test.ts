import { describe, expect, test } from 'vitest';

import { linkIdentity } from '#app/accounts/identities/identities.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { UNPROVED } from '#lib/sessions/sessions.server.ts';
import { ageProof, openSession } from '#test/people/owners.ts';
import { openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { leadsTo, refusalOf, useProviderSite } from '#test/providers/provider-site.ts';
import { useSteam } from '#test/providers/steam.ts';
import type { TestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestRequest } from '#test/test-app.ts';

const { site, provider, leave, signIn, makeAccount, someone, claimsFor, answerWithToken } = useProviderSite();
const steam = useSteam();
const PROVE = { aim: 'prove', returnTo: '/account#emails' };
const WRONG = 'What Test told us didn’t add up, so we’re not buying it. Try again?';

/** A user with a connection to the provider `test`, whose sign-in here is not fresh. */
async function signedInLongAgo(userId: string): Promise<FormVisitor> {
  await makeAccount(userId, `${userId}@mail.example`);
  const identity = { issuer: provider.issuer, subject: userId, platform: 'test', service: 'Test' };
  await linkIdentity(systemCurrent(site.parts), userId, identity);
  const { visitor } = await openSession(site, userId);
  await ageProof(site, userId);
  someone({ sub: userId, email: `${userId}@mail.example` });
  return visitor;
}

async function isFresh(userId: string): Promise<boolean> {
  const rows = await site.parts.db.query<{ is_fresh: boolean }>(sql`
    select proved_at > now() - interval '1 minute' as is_fresh from sessions where user_id = ${userId}`);
  expect(rows).toHaveLength(1);
  return rows[0]?.is_fresh === true;
}

/** The age of a session's proof in seconds; undefined when unknown. */
async function provedAgo(visitor: FormVisitor): Promise<number | undefined> {
  const session = await site.parts.sessions.find(visitor.cookies.get('session') ?? '', site.parts.now());
  const at = session?.provedAt ?? UNPROVED;
  return at <= UNPROVED ? undefined : Math.round((Date.now() - at.getTime()) / 1000);
}

const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;

describe('proving a session by a provider', () => {
  test('requires a new sign-in there, and keeps the session here', async () => {
    const visitor = await signedInLongAgo('nora');
    const browser = new Map<string, string>();
    await provider.walk(await leave(openVisitor(site)), browser);
    const begun = await leave(visitor, 'test', PROVE);
    expect(Object.fromEntries(new URL(begun).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    provider.requests.splice(0);
    const { path } = await provider.walk(begun, browser);
    expect(provider.requests.some((one) => one.startsWith('/interaction/'))).toBe(true);
    const response = await visitor.get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/account#emails']);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await isFresh('nora')).toBe(true);
  });

  test('is refused when max_age was removed from the address', async () => {
    const visitor = await signedInLongAgo('olga');
    const browser = new Map<string, string>();
    await provider.walk(await leave(openVisitor(site)), browser);
    const begun = new URL(await leave(visitor, 'test', PROVE));
    begun.searchParams.delete('prompt');
    begun.searchParams.delete('max_age');
    provider.requests.splice(0);
    const { path } = await provider.walk(begun.href, browser);
    expect(provider.requests.some((one) => one.startsWith('/interaction/'))).toBe(false);
    const response = await visitor.get(path);
    const html = await response.clone().text();
    expect(await refusalOf(response)).toEqual([424, WRONG]);
    expect(html).toContain('href="/login?prove=&amp;returnTo=%2Faccount%23emails"');
    expect(html).toContain('name="aim" value="prove"');
    expect(await isFresh('olga')).toBe(false);
  });

  test.each<[string, () => object, number]>([
    ['without a time', () => ({}), 424],
    ['of two minutes before', () => ({ auth_time: seconds(120) }), 424],
    ['of half a minute before, by a clock that is behind', () => ({ auth_time: seconds(30) }), 302],
    ['whose time is a word', () => ({ auth_time: 'now' }), 424],
  ])('is decided by the auth_time of the id token: %s', async (what, claims, status) => {
    const userId = `pia${what.length}`;
    const visitor = await signedInLongAgo(userId);
    const address = await leave(visitor, 'test', PROVE);
    const { path } = await provider.walk(address);
    await answerWithToken({ ...claimsFor(address), sub: userId, ...claims() });
    expect((await visitor.get(path)).status).toBe(status);
    expect(await isFresh(userId)).toBe(status === 302);
  });

  test('counts a sign-in there since the redirect, however long ago that was', async () => {
    const visitor = await signedInLongAgo('quin');
    const address = await leave(visitor, 'test', PROVE);
    const { path } = await provider.walk(address);
    await site.parts.db.query(sql`update confirmations set created_at = created_at - interval '10 minutes'
      where user_id = 'quin'`);
    await answerWithToken({ ...claimsFor(address), sub: 'quin', auth_time: seconds(500) });
    expect((await visitor.get(path)).status).toBe(302);
  });

  test('is refused with another identity, whether or not that is linked here', async () => {
    await signedInLongAgo('rosa');
    const visitor = await signedInLongAgo('sven');
    for (const sub of ['rosa', 'nobody-here']) {
      someone({ sub, email: 'sven@mail.example' });
      const response = await signIn(visitor, 'test', PROVE);
      expect(await refusalOf(response)).toEqual([403, 'This changes who gets in, so show us it’s you first.']);
    }
    expect(await isFresh('sven')).toBe(false);
  });

  test('needs a session, and counts for that one alone', async () => {
    const nobody = await openVisitor(site).post('/login/with/test', PROVE);
    expect([nobody.status, nobody.headers.get('location')]).toEqual([302, '/login?returnTo=%2Faccount%23emails']);
    const visitor = await signedInLongAgo('tess');
    const { path } = await provider.walk(await leave(visitor, 'test', PROVE));
    const { visitor: other } = await signedInLongAgo('ulla').then(() => openSession(site, 'ulla'));
    visitor.cookies.set('session', other.cookies.get('session') ?? '');
    expect((await visitor.get(path)).status).toBe(410);
    expect(await isFresh('tess')).toBe(false);
  });

  test('is offered for providers that support auth_time; Steam and Google are neither offered nor accepted', async () => {
    const visitor = await signedInLongAgo('vera');
    const known = { clientId: 'x', clientSecret: 'x' };
    const others = ['steam', 'google'] as const;
    for (const platform of others) {
      const identity = { issuer: steam.issuer, subject: `${platform} vera`, platform, service: platform };
      await linkIdentity(systemCurrent(site.parts), 'vera', identity);
    }
    const more = others.map((preset) => ({ platform: preset, preset, issuer: steam.issuer, ...known }));
    const { config } = site.parts;
    const door = openTestApp(site, {}, { config: { ...config, providers: [...config.providers, ...more] } });
    const ask: TestSite['ask'] = (_, path, request) => door.sendRequest(path, request as TestRequest);
    const here = openVisitor({ ...site, parts: door.parts, ask });
    for (const [name, value] of visitor.cookies) here.cookies.set(name, value);
    const html = await (await here.get('/login?prove&returnTo=/account')).text();
    expect([...html.matchAll(/action="\/login\/with\/(\w+)"/g)].map(([, platform]) => platform)).toEqual(['test']);
    for (const platform of others) {
      const response = await here.post(`/login/with/${platform}`, PROVE);
      expect([response.status, await leadsTo(response)]).toEqual([404, '']);
    }
    // The panel of every page has one.
    const waysOut = (page: string) => page.split('action="/api/auth/logout"').length - 1;
    expect(waysOut(html)).toBe(1);
    // A user without any other sign-in method has to log out and sign in again.
    await site.parts.db.query(sql`delete from account_identities where user_id = 'vera' and platform = 'test'`);
    await site.parts.db.query(sql`delete from account_emails where user_id = 'vera'`);
    expect(waysOut(await (await here.get('/login?prove&returnTo=/account')).text())).toBe(2);
  });
});

describe('a sign-in by a provider', () => {
  const close = (ago: number) => ({ asymmetricMatch: (value: unknown) => Math.abs(Number(value) - ago) < 20 });
  async function signInWith(userId: string, claims: object): Promise<FormVisitor> {
    const visitor = openVisitor(site);
    const address = await leave(visitor);
    const { path } = await provider.walk(address);
    await answerWithToken({ ...claimsFor(address), sub: userId, ...claims });
    expect((await visitor.get(path)).headers.get('location')).toBe('/games');
    return visitor;
  }

  test.each<[string, () => object, number | undefined]>([
    ['that does not say when it asked is no fresh one', () => ({}), undefined],
    ['that says when it asked is as fresh as that', () => ({ auth_time: seconds(300) }), 300],
    ['that says that it asked yesterday is as old as that', () => ({ auth_time: seconds(86_400) }), 86_400],
    ['whose clock is ahead is of now', () => ({ auth_time: seconds(-3600) }), 0],
  ])('of an account with a mail address is as fresh as the auth_time: %s', async (what, claims, ago) => {
    const userId = `willa${what.length}`;
    await signedInLongAgo(userId);
    const visitor = await signInWith(userId, claims());
    expect(await provedAgo(visitor)).toEqual(ago === undefined ? undefined : close(ago));
    const wish = await visitor.post('/login/with/other', { aim: 'connect', returnTo: '/account' });
    const needsProof = wish.headers.get('location') === '/login?prove&returnTo=%2Faccount%23connections';
    expect(needsProof).toBe(ago === undefined || ago > 900);
  });

  test('counts as fresh for an account without other sign-in methods, and no longer once there is a passkey', async () => {
    await signedInLongAgo('xena');
    await site.parts.db.query(sql`delete from account_emails where user_id = 'xena'`);
    expect(await provedAgo(await signInWith('xena', {}))).toEqual(close(0));
    await site.parts.db.query(sql`
      insert into passkeys (credential_id, user_id, public_key, counter, name, is_synced, created_at)
      values ('xena', 'xena', ${Buffer.of(0)}, 0, 'mine', false, now())`);
    expect(await provedAgo(await signInWith('xena', {}))).toBeUndefined();
  });

  test.each([
    ['with a proved address', 'test', undefined],
    ['without one', 'other', close(0)],
  ])('that makes an account %s is fresh only without other sign-in methods', async (_, platform, ago) => {
    someone({ sub: `yuri-${platform}`, email: `yuri-${platform}@mail.example` });
    const visitor = openVisitor(site);
    await signIn(visitor, platform);
    const made = await visitor.post('/login/confirmation-required', { agreed: 'yes', alias: `Yuri ${platform}` });
    expect(made.status).toBe(302);
    expect(await provedAgo(visitor)).toEqual(ago);
  });
});
