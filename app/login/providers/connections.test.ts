import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { refusalIn, refusalOf, useProviderSite, whoIs } from '#test/providers/provider-site.ts';

const { site, provider, leave, signIn, makeAccount, someone } = useProviderSite();
const CONNECT = { aim: 'connect', returnTo: '/account#connections' };

/** A user with an own account and a fresh sign-in by the provider `test`. */
async function signedIn(userId: string): Promise<FormVisitor> {
  const email = `${userId}@mail.example`;
  await makeAccount(userId, email);
  someone({ sub: userId, email });
  const visitor = openVisitor(site);
  await signIn(visitor);
  await signIn(visitor, 'test', { aim: 'prove', returnTo: '/account' });
  expect(await whoIs(visitor)).toBe(userId);
  return visitor;
}

async function identitiesOf(userId: string): Promise<string[]> {
  const rows = await site.parts.db.query<{ platform: string; subject: string; is_public: boolean }>(sql`
    select platform, subject, is_public from account_identities where user_id = ${userId} order by platform`);
  return rows.map(({ platform, subject, is_public }) => `${platform} ${subject}${is_public ? ' public' : ''}`);
}

async function eventsOf(userId: string): Promise<string[]> {
  const rows = await site.parts.db.query<{ kind: string; details: { name?: string } }>(sql`
    select kind, details from security_events where user_id = ${userId} order by event_id`);
  return rows.filter(({ kind }) => kind.startsWith('connection')).map(({ kind, details }) => `${kind} ${details.name}`);
}

const submit = async (visitor: FormVisitor, intent: string, platform: string) => {
  const response = await visitor.post('/account', { intent, platform });
  return [response.status, refusalIn(await response.text())];
};

describe('connecting', () => {
  test('links an identity as a sign-in method, and notifies the owner', async () => {
    const visitor = await signedIn('ada');
    someone({ sub: 'ada-elsewhere', email: 'unlike@mail.example', preferred_username: 'Ada' });
    const response = await signIn(visitor, 'other', CONNECT);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/account#connections']);
    expect(await identitiesOf('ada')).toEqual(['other ada-elsewhere', 'test ada']);
    expect(await eventsOf('ada')).toEqual(['connectionAdded Test', 'connectionAdded Other']);
    await runJobs(site);
    const mails = site.parts.mailer.keptMails().filter(({ to }) => to === 'ada@mail.example');
    expect(mails.some(({ text }) => text.includes('Connected Other.'))).toBe(true);
    const other = openVisitor(site);
    await signIn(other, 'other');
    expect(await whoIs(other)).toBe('ada');
  });

  test('needs a session and a fresh sign-in', async () => {
    const nobody = await openVisitor(site).post('/login/with/other', CONNECT);
    expect([nobody.status, nobody.headers.get('location')]).toEqual([302, '/login?returnTo=%2Faccount%23connections']);
    const visitor = await signedIn('stale');
    const { db } = site.parts;
    await db.query(sql`update sessions set proved_at = now() - interval '16 minutes' where user_id = 'stale'`);
    await db.query(sql`select pg_notify('changed', 'session:' || encode(token_hash, 'hex')) from sessions`);
    await expect
      .poll(async () => (await visitor.post('/login/with/other', CONNECT)).headers.get('location'))
      .toBe('/login?prove&returnTo=%2Faccount%23connections');
    expect(await identitiesOf('stale')).toEqual(['test stale']);
  });

  test('is refused for an identity of another account, and for a second one of the same provider', async () => {
    const visitor = await signedIn('bob');
    someone({ sub: 'carol-other' });
    const carol = await signedIn('carol');
    someone({ sub: 'carol-other' });
    await signIn(carol, 'other', CONNECT);
    const taken = 'That Other account is already connected to another account here. Disconnect it there first.';
    expect(await refusalOf(await signIn(visitor, 'other', CONNECT))).toEqual([409, taken]);
    someone({ sub: 'bob-other' });
    await signIn(visitor, 'other', CONNECT);
    someone({ sub: 'bob-second' });
    const second = 'Your account is already connected to somebody else on Other. Disconnect that first.';
    expect(await refusalOf(await signIn(visitor, 'other', CONNECT))).toEqual([409, second]);
    expect(await identitiesOf('bob')).toEqual(['other bob-other', 'test bob']);
  });

  test('of one identity by two accounts at once succeeds for one', async () => {
    const [dan, erin] = [await signedIn('dan'), await signedIn('erin')];
    someone({ sub: 'contested' });
    const paths = [];
    for (const visitor of [dan, erin]) paths.push((await provider.walk(await leave(visitor, 'other', CONNECT))).path);
    const answers = await Promise.all([dan.get(paths[0] ?? ''), erin.get(paths[1] ?? '')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 409]);
    expect([...(await identitiesOf('dan')), ...(await identitiesOf('erin'))]).toHaveLength(3);
  });

  test('is refused in a browser that has signed in to another account meanwhile, or that has not begun it', async () => {
    const visitor = await signedIn('fred');
    const attacker = await signedIn('mallory');
    someone({ sub: 'fred-other' });
    const sent = await leave(attacker, 'other', CONNECT);
    const { path } = await provider.walk(sent);
    expect((await visitor.get(path)).status).toBe(410);
    const again = await provider.walk(await leave(visitor, 'other', CONNECT));
    someone({ sub: 'mallory', email: 'mallory@mail.example' });
    await signIn(visitor);
    expect(await whoIs(visitor)).toBe('mallory');
    expect((await visitor.get(again.path)).status).toBe(410);
    expect([...(await identitiesOf('fred')), ...(await identitiesOf('mallory'))]).toEqual([
      'test fred',
      'test mallory',
    ]);
  });
});

describe('a connection', () => {
  test('is public only when its owner sets it so', async () => {
    const visitor = await signedIn('gus');
    expect(await submit(visitor, 'connections.show', 'test')).toEqual([200, '']);
    expect(await identitiesOf('gus')).toEqual(['test gus public']);
    expect(await submit(visitor, 'connections.hide', 'test')).toEqual([200, '']);
    expect(await identitiesOf('gus')).toEqual(['test gus']);
    expect(await submit(visitor, 'connections.show', 'other')).toEqual([404, 'That one isn’t connected anymore.']);
  });

  test('is removed by its owner, who gets a mail', async () => {
    const visitor = await signedIn('hal');
    expect(await submit(visitor, 'connections.remove', 'test')).toEqual([200, '']);
    expect([await identitiesOf('hal'), await eventsOf('hal')]).toEqual([
      [],
      ['connectionAdded Test', 'connectionRemoved Test'],
    ]);
    expect(await submit(visitor, 'connections.remove', 'test')).toEqual([404, 'That one isn’t connected anymore.']);
  });

  test('stays when it is the last sign-in method, also when two are removed at once', async () => {
    const visitor = await signedIn('ivy');
    someone({ sub: 'ivy-other' });
    await signIn(visitor, 'other', CONNECT);
    await site.parts.db.query(sql`delete from account_emails where user_id = 'ivy'`);
    const removals = ['test', 'other'].map((platform) => submit(visitor, 'connections.remove', platform));
    const outcomes = (await Promise.all(removals)).toSorted(([a], [b]) => Number(a) - Number(b));
    const last = 'That’s the last way into your account. Add another one first.';
    expect(outcomes).toEqual([
      [200, ''],
      [409, last],
    ]);
    expect(await identitiesOf('ivy')).toHaveLength(1);
  });

  test('is on the account page above the providers that can be connected, with the requested one first', async () => {
    const visitor = await signedIn('joy');
    const html = await (await visitor.get('/account?from=other')).text();
    const section = html.slice(html.indexOf('id="connections"'));
    expect(section).toContain('Disconnect Test');
    expect(section.indexOf('Connect Other')).toBeLessThan(section.indexOf('Connect Post'));
    expect(section).toContain('action="/login/with/other"');
  });

  test('of a provider that is not offered any more is listed and can be removed', async () => {
    const visitor = await signedIn('kim');
    await site.parts.db.query(sql`insert into account_identities (issuer, subject, user_id, platform, linked_at)
      values ('https://gone.example', 'kim', 'kim', 'gone', ${systemCurrent(site.parts).now()})`);
    expect(await (await visitor.get('/account')).text()).toContain('Disconnect gone');
    expect(await submit(visitor, 'connections.remove', 'gone')).toEqual([200, '']);
  });
});
