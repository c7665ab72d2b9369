import { describe, expect, test } from 'vitest';

import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { ageProof, eventsOf, openOwner, openSession, postAccount } from '#test/people/owners.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { ACCOUNT_PLACES } from './account-places.ts';

const site = useTestSite();

async function linesOf(response: Response): Promise<string[]> {
  const [, log = ''] = /id="log"(.*?)<\/section>/s.exec(await response.text()) ?? [];
  return [...log.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
}

const openDrawers = (page: string) =>
  [...page.matchAll(/<details class="account-section [^"]*" open="">.*?<section id="(\w+)"/gs)].map(([, id]) => id);

describe('the account page', () => {
  test('has every section once, folded, and each has an address of its own', async () => {
    const { visitor } = await openOwner(site, 'sections@rumpus.example');
    const page = await (await visitor.get('/account')).text();
    for (const { id } of Object.values(ACCOUNT_PLACES)) {
      expect(page.split(`<section id="${id}"`), id).toHaveLength(2);
      expect(page.split(`href="/account/${id}"`).length, id).toBeGreaterThan(1);
    }
    expect(page).toContain('action="/api/auth/logout"');
    expect(openDrawers(page)).toEqual([]);
    for (const id of Object.keys(ACCOUNT_PLACES).filter((one) => one !== 'data')) {
      const alone = await (await visitor.get(`/account/${id}`)).text();
      expect([...alone.matchAll(/account-section-body"><section id="(\w+)"/g)].map(([, one]) => one)).toEqual([id]);
      expect(alone).toContain(`aria-current="page"`);
      expect(alone).not.toContain('<details class="account-section');
    }
    expect((await visitor.get('/account/nothing')).status).toBe(404);
    expect((await visitor.get('/account/toString')).status).toBe(404);
  });

  test.each([
    ['/account?from=steam', 'connections'],
    ['/account?delegationPermissions=rce-lh-read&delegationKeyName=it', 'keys'],
    ['/account?email=a%40b.example', 'emails'],
    ['/account?before=7', 'log'],
  ])('opens the section that %s is for', async (path, id) => {
    const { visitor } = await openOwner(site, `open-${id}@rumpus.example`);
    expect(openDrawers(await (await visitor.get(path)).text())).toEqual([id]);
  });

  test('opens the section whose form was answered', async () => {
    const { visitor } = await openOwner(site, 'open@rumpus.example');
    for (const [intent, id] of [
      ['emails.add', 'emails'],
      ['aliases.suggest', 'alias'],
      ['recovery.make', 'passkeys'],
      ['choices.set', 'settings'],
    ] as const) {
      expect(openDrawers(await (await postAccount(visitor, intent, {})).text()), intent).toEqual([id]);
    }
  });

  test('sums up what is in each section', async () => {
    const { visitor } = await openOwner(site, 'sum@rumpus.example', 'sum2@rumpus.example');
    const page = (await (await visitor.get('/account')).text()).replaceAll('<!-- -->', '');
    const states = [...page.matchAll(/account-section-state"><strong>([^<]+)<\/strong> <span>([^<]*)</g)];
    expect(Object.fromEntries(states.map(([, title = '', state]) => [title, state]))).toMatchObject({
      'Email addresses': 'sum@rumpus.example and 1 more',
      Sessions: 'Signed in here only',
      Settings: 'Look, language, time zone, what others see',
    });
  });

  test('redirects visitors to the sign-in, and back to the same section', async () => {
    const visitor = openVisitor(site);
    const wayOf = async (path: string) => {
      const { status, headers } = await visitor.get(path);
      return [status, headers.get('location')];
    };
    const login = (back: string, prefix = '') => [302, `${prefix}/login?returnTo=${encodeURIComponent(back)}`];
    expect(await wayOf('/account')).toEqual(login('/account'));
    expect(await wayOf('/de-DE/account')).toEqual(login('/de-DE/account', '/de-DE'));
    expect(await wayOf('/account?from=steam')).toEqual(login('/account?from=steam#connections'));
    expect(await wayOf('/connect/steam')).toEqual([302, '/account?from=steam#connections']);
    const key = '/account?delegationPermissions=a&delegationKeyName=b';
    expect(await wayOf(key)).toEqual(login(`${key}#keys`));
  });

  test.each([
    ['/account.data', '/login?returnTo=%2Faccount'],
    ['/account.data?_routes=account%2Fscreens%2Faccount', '/login?returnTo=%2Faccount'],
    ['/account/_.data', '/login?returnTo=%2Faccount%2F'],
    ['/account.data?before=5&_routes=root,account%2Fscreens%2Faccount', '/login?returnTo=%2Faccount%3Fbefore%3D5'],
    ['/de-DE/account.data', '/de-DE/login?returnTo=%2Fde-DE%2Faccount'],
  ])('redirects a visitor who moves to %s to a sign-in that returns to the page', async (address, way) => {
    const { status, headers, body } = await openVisitor(site).get(address);
    expect([status, headers.get('location')]).toEqual([202, null]);
    expect(await new Response(body).text()).toContain(JSON.stringify(way));
  });

  test('is where a sign-in ends that began with the address of its data', async () => {
    const { email } = CAST.creator;
    const visitor = openVisitor(site);
    const page = await (await visitor.get('/login?returnTo=%2Faccount.data')).text();
    expect(page).toContain('name="returnTo" value="/account"');
    await visitor.post('/login', { intent: 'ask', who: email, returnTo: '/account.data?_routes=root' });
    await runJobs(site);
    const code = mailFor(site, email)?.code ?? '';
    const { headers } = await visitor.post('/login', { intent: 'code', code });
    expect(headers.get('location')).toBe('/account');
    expect((await visitor.get('/account')).status).toBe(200);
  });

  test('shows no data of other accounts', async () => {
    const { visitor } = await openOwner(site, 'mine@rumpus.example');
    const page = await (await visitor.get('/account')).text();
    expect(page).toContain('mine@rumpus.example');
    for (const { email } of Object.values(CAST)) expect(page).not.toContain(email);
  });

  test('answers 404 for unknown forms, and 401 without a session', async () => {
    const { visitor } = await openOwner(site, 'forms@rumpus.example');
    expect((await postAccount(visitor, 'emails.steal', {})).status).toBe(404);
    expect((await postAccount(visitor, '', {})).status).toBe(404);
    expect((await postAccount(visitor, 'toString', {})).status).toBe(404);
    expect((await postAccount(openVisitor(site), 'emails.remove', { key: 'forms@rumpus.example' })).status).toBe(401);
  });

  test('shows a refusal beside its form, with the typed values but codes', async () => {
    const { visitor } = await openOwner(site, 'typed@rumpus.example');
    const refused = await postAccount(visitor, 'emails.add', { email: 'no address at all' });
    const page = await refused.text();
    expect(page).toContain('value="no address at all"');
    expect(page).toContain('That’s not an email address.');
    const wrong = await postAccount(visitor, 'emails.prove', { key: 'none@rumpus.example', code: '135792' });
    expect(await wrong.text()).not.toContain('135792');
  });

  test('ends one session, and all others', async () => {
    const { visitor, userId } = await openOwner(site, 'sessions@rumpus.example');
    const [one, other] = [await openSession(site, userId), await openSession(site, userId)];
    await postAccount(visitor, 'sessions.end', { loginId: one.loginId });
    expect([(await one.visitor.get('/account')).status, (await other.visitor.get('/account')).status]).toEqual([
      302, 200,
    ]);
    await postAccount(visitor, 'sessions.endOthers', {});
    expect([(await visitor.get('/account')).status, (await other.visitor.get('/account')).status]).toEqual([200, 302]);
    expect(await eventsOf(site, userId)).toEqual(['sessionEnded', 'sessionsEnded']);
  });

  test('asks for a fresh sign-in before risky changes', async () => {
    const { visitor, userId } = await openOwner(site, 'risky@rumpus.example', 'risky2@rumpus.example');
    await ageProof(site, userId);
    for (const [intent, fields] of [
      ['emails.add', { email: 'new@rumpus.example' }],
      ['emails.primary', { key: 'risky2@rumpus.example' }],
      ['emails.remove', { key: 'risky2@rumpus.example' }],
    ] as const) {
      const refused = await postAccount(visitor, intent, fields);
      expect([refused.status, await refused.text()], intent).toEqual([403, expect.stringContaining('/login?prove')]);
    }
  });

  test('returns from a fresh sign-in with the typed values, and then makes the change', async () => {
    const { visitor, userId } = await openOwner(site, 'fresh@rumpus.example');
    await ageProof(site, userId);
    const typed = { email: 'fresh2@rumpus.example' };
    const refused = await (await postAccount(visitor, 'emails.add', typed)).text();
    const [, back = ''] = /returnTo=([^"]+)"/.exec(refused.slice(refused.indexOf('/login?prove'))) ?? [];
    const returnTo = decodeURIComponent(back);
    expect(returnTo).toBe('/account?email=fresh2%40rumpus.example#emails');
    await visitor.post('/login?prove', { intent: 'prove', returnTo });
    await runJobs(site);
    const { code = '' } = mailFor(site, 'fresh@rumpus.example') ?? {};
    const proved = await visitor.post('/login', { intent: 'code', code, returnTo });
    expect([proved.status, proved.headers.get('location')]).toEqual([302, returnTo]);
    expect((await postAccount(visitor, 'emails.add', typed)).status).toBe(200);
  });
});

describe('the security log', () => {
  test('is paged from the latest, and stays in order while events are added', async () => {
    const { visitor, userId } = await openOwner(site, 'log@rumpus.example');
    const current = systemCurrent(site.parts);
    for (let name = 1; name <= 45; name += 1) {
      await noteSecurityEvent(current, userId, 'keyCreated', { name: `key ${name}` });
    }
    const [pages, seen]: [string[], number[]] = [['/account'], []];
    for (const path of pages) {
      const response = await visitor.get(path);
      const [, older] = /href="(\/account\/log\?before=\d+)"/.exec(await response.clone().text()) ?? [];
      seen.push(...(await linesOf(response)).map((name) => Number(name.slice(4))));
      if (older !== undefined) pages.push(older);
      if (path === '/account') await noteSecurityEvent(current, userId, 'keyCreated', { name: 'key 46' });
    }
    expect(pages).toHaveLength(3);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
  });

  test.each(['x', '-1', '1e9', '99999999999999999999'])('shows the latest page for ?before=%s', async (before) => {
    const { visitor, userId } = await openOwner(site, `before${before.length}${before[0]}@rumpus.example`);
    await noteSecurityEvent(systemCurrent(site.parts), userId, 'keyCreated', { name: 'it' });
    expect(await linesOf(await visitor.get(`/account?before=${before}`))).toEqual(['it']);
  });

  test('shows the device of an event', async () => {
    const { visitor } = await openOwner(site, 'device@rumpus.example');
    await postAccount(visitor, 'emails.add', { email: 'device2@rumpus.example' });
    const page = await (await visitor.get('/account')).text();
    expect(page.replaceAll('<!-- -->', '')).toContain('Asked to add device2@rumpus.example.');
    expect(page.replaceAll('<!-- -->', '')).toContain('Firefox on Linux');
  });

  test('shows the reason of a ban', async () => {
    const { visitor, userId } = await openOwner(site, 'banned@rumpus.example');
    await noteSecurityEvent(systemCurrent(site.parts), userId, 'banned', { reason: 'Botting <b>here</b>.' });
    const page = await (await visitor.get('/account')).text();
    expect(page).toContain('The reason: Botting &lt;b&gt;here&lt;/b&gt;.');
  });

  test('has changes of the alias by form and by API, and no failed ones', async () => {
    const { visitor, userId } = await openOwner(site, 'alias@rumpus.example');
    const change = (alias: string) => postAccount(visitor, 'aliases.change', { alias });
    expect([(await change('Log Comet')).status, (await change('Log Comet')).status]).toEqual([200, 200]);
    expect([(await change('Log Meteor')).status, (await change('x')).status]).toEqual([409, 400]);
    expect(await eventsOf(site, userId)).toEqual(['aliasChanged']);
    const page = await (await visitor.get('/account')).text();
    expect(page.slice(page.indexOf('account-log'))).toContain('You’re “Log Comet” now.');
    const path = '/api/aliases/contexts/rumpus/users/@me';
    expect((await site.ask('player', path, { method: 'PUT', body: { alias: 'Log Meteor' } })).status).toBe(200);
    expect(await eventsOf(site, CAST.player.userId)).toContain('aliasChanged');
  });
});

test('a change of the alias is undone by a button for ten minutes, and the log keeps both', async () => {
  const { visitor, userId } = await openOwner(site, 'undo@rumpus.example');
  const change = (alias: string) => postAccount(visitor, 'aliases.change', { alias });
  await change('Former Comet');
  await site.parts.db.query(sql`update aliases set changed_at = null where user_id = ${userId}`);
  const page = (await (await change('Hasty Comet')).text()).replaceAll('<!-- -->', '');
  expect(page).toContain('value="aliases.undo"');
  expect(page).toContain('You can be “Former Comet” again');
  expect(openDrawers(page)).toEqual(['alias']);
  const back = (await (await postAccount(visitor, 'aliases.undo', {})).text()).replaceAll('<!-- -->', '');
  expect(back).toContain('You’re “Former Comet” now.');
  expect(back).not.toContain('value="aliases.undo"');
  expect((await postAccount(visitor, 'aliases.undo', {})).status).toBe(409);
  expect(await eventsOf(site, userId)).toEqual(['aliasChanged', 'aliasChanged', 'aliasChanged']);
});
