import { afterEach, expect, test, vi } from 'vitest';

import { sendRequest } from '#app/api-docs/try/send-request.ts';
import { ROLES } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { METHODS, writeCurl, toDraft, parseHeaderLines, isCallAddress, readDrafts, withHeader } from './tester-call.ts';
import { loadTester } from './tester-page.server.ts';
import { TESTER_HEADER, TESTER_MINUTES, testerRoles } from './tester-role.ts';

const site = useTestSite();
afterEach(() => void vi.unstubAllGlobals());

/** Undefined when it was refused. */
async function openToken(who: CastName, role: string): Promise<string | undefined> {
  const page = await (await site.submit(who, '/admin/api', { intent: 'tester.open', role })).text();
  return /"token\\?",\\?"([\w-]{60,})/.exec(page)?.[1];
}

const askAs = (token: string, path: string, request: Parameters<typeof site.ask>[2] = {}) =>
  site.ask(undefined, path, { ...request, headers: { ...request.headers, [TESTER_HEADER]: token } });

test.each<[CastName, Role[]]>([
  ['staff', ['authenticated']],
  ['admin', ['authenticated', 'staff']],
  ['super', ['authenticated', 'staff', 'admin']],
])('%s gets tokens for the roles below their own, and for no other', async (who, below) => {
  expect(testerRoles(CAST[who].role as Role)).toEqual(below);
  const got = await Promise.all(
    [...ROLES, 'god', ''].map(async (role) => [role, (await openToken(who, role)) !== undefined]),
  );
  expect(got).toEqual([...ROLES, 'god', ''].map((role) => [role, below.some((one) => one === role)]));
});

test('visitors and players get no token, and on production nobody does', async () => {
  for (const who of [undefined, 'player'] as const) {
    const answer = await site.submit(who, '/admin/api', { intent: 'tester.open', role: 'authenticated' });
    expect([who, answer.status]).toEqual([who, 404]);
  }
  const token = (await openToken('admin', 'staff')) ?? '';
  const www = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
  const cookie = (await www.signIn('super')).cookie;
  expect((await www.sendRequest('/admin/api', { headers: { cookie } })).status).toBe(404);
  const { status } = await www.sendRequest('/api/auth/accounts/@me', { headers: { [TESTER_HEADER]: token } });
  expect(status).toBe(401);
});

test('a token does what its role may, and nothing of what its owner may', async () => {
  const asStaff = (await openToken('admin', 'staff')) ?? '';
  const asPlayer = (await openToken('admin', 'authenticated')) ?? '';
  const me = await dataOf(await askAs(asPlayer, '/api/auth/accounts/@me'));
  expect(me).toMatchObject({ userId: CAST.admin.userId, usertype: 'admin', masquerade: 'authenticated' });
  const statuses = async (path: string) => [(await askAs(asStaff, path)).status, (await askAs(asPlayer, path)).status];
  expect(await statuses('/api/aliases/moderation')).toEqual([200, 403]);
  expect(await statuses('/api/audit')).toEqual([403, 403]);
  // Neither a parameter nor a cookie raises it.
  for (const raised of ['/api/audit?masquerade=admin', '/api/audit?masquerade=super']) {
    expect(await statuses(raised)).toEqual([403, 403]);
  }
  const cookie = (await openTestApp(site).signIn('super')).cookie;
  expect((await askAs(asStaff, '/api/audit', { headers: { cookie } })).status).toBe(403);
});

test('a token changes things without the page, but nothing that asks for a fresh sign-in, and opens no page', async () => {
  const token = (await openToken('admin', 'staff')) ?? '';
  const path = `/api/auth/accounts/${CAST.player.userId}`;
  expect((await askAs(token, `${path}/notes`, { method: 'POST', body: { text: 'By the tester.' } })).status).toBe(201);
  const ban = await askAs(token, `${path}/ban`, { method: 'PUT', body: { reason: 'By the tester' } });
  expect([ban.status, await ban.json()]).toEqual([403, expect.objectContaining({ code: 'current.proofRequired' })]);
  expect((await askAs(token, '/admin')).status).not.toBe(200);
  const both = await askAs(token, '/api/version', { headers: { 'rumpus-delegation-key': 'rumpus_key_x' } });
  expect(both.status).toBe(401);
  for (const forged of ['x', token.slice(0, -2), `${token}A`, 'A'.repeat(120)]) {
    expect((await askAs(forged, '/api/auth/accounts/@me')).status).toBe(401);
  }
});

test('a token ends by its button, after minutes, and with the role of its owner; all of it is noted', async () => {
  const token = (await openToken('super', 'admin')) ?? '';
  expect((await askAs(token, '/api/audit')).status).toBe(200);
  // Somebody else’s token is not theirs to end.
  await site.submit('staff', '/admin/api', { intent: 'tester.close', token });
  expect((await askAs(token, '/api/audit')).status).toBe(200);
  for (let twice = 0; twice < 2; twice += 1) {
    expect((await site.submit('super', '/admin/api', { intent: 'tester.close', token })).status).toBe(200);
  }
  expect((await askAs(token, '/api/audit')).status).toBe(401);
  const entries = await dataOf<{ action: string; userId: string; after: unknown }[]>(
    await site.ask('admin', '/api/audit?limit=2'),
  );
  expect(entries).toMatchObject([
    { action: 'tester.close', userId: CAST.super.userId, after: { role: 'admin' } },
    { action: 'tester.open', userId: CAST.super.userId, after: { role: 'admin' } },
  ]);
  expect(await (await site.ask('super', '/admin')).text()).toContain('API tester token');
  const late = (await openToken('admin', 'staff')) ?? '';
  const app = openTestApp(site, {}, { now: () => new Date(Date.now() + TESTER_MINUTES * 60_000 + 1000) });
  expect((await app.sendRequest('/api/aliases/moderation', { headers: { [TESTER_HEADER]: late } })).status).toBe(401);
  const demoted = (await openToken('admin', 'staff')) ?? '';
  const role = (to: string) =>
    site.ask('super', `/api/auth/accounts/${CAST.admin.userId}/role`, {
      method: 'PUT',
      body: { role: to, reason: 'a test' },
    });
  expect((await role('staff')).status).toBe(204);
  expect((await askAs(demoted, '/api/aliases/moderation')).status).toBe(401);
  await role('admin');
});

test('with every method the session, its cookies and its XSRF token stay as they are', async () => {
  const app = openTestApp(site);
  const own = await app.signIn('staff');
  const token = (await openToken('staff', 'authenticated')) ?? '';
  const sessionsOf = () =>
    site.parts.db.query<{ row: unknown }>(
      sql`select to_jsonb(s) - 'last_used_at' as row from sessions s where login_id = ${own.loginId}`,
    );
  const before = await sessionsOf();
  const storage = { setItem: vi.fn(), removeItem: vi.fn(), getItem: () => null };
  vi.stubGlobal('localStorage', storage);
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(init);
    // A browser that is told to omit credentials sends no cookie, and keeps none.
    return app.sendRequest(url, {
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' && { body: init.body }),
    });
  });
  const headers = { 'content-type': 'application/json', [TESTER_HEADER]: token };
  for (const method of METHODS) {
    for (const url of [
      '/api/auth/accounts/@me',
      '/api/auth/logout',
      '/api/delegation/keys',
      '/api/dummy/headers',
      '/api/docs',
    ]) {
      const body = method === 'GET' ? undefined : '{}';
      const { status, headers: answered } = await sendRequest(
        { method, url, headers, body },
        AbortSignal.timeout(5000),
      );
      expect([method, url, status < 500]).toEqual([method, url, true]);
      // Answers that set cookies are those of the token’s own session, and the browser drops them.
      expect(
        answered.filter(([name]) => name === 'set-cookie' && !url.includes('logout') && url !== '/api/docs'),
      ).toEqual([]);
    }
  }
  expect(new Set(sent.map(({ credentials }) => credentials))).toEqual(new Set(['omit']));
  expect(await sessionsOf()).toEqual(before);
  expect([storage.setItem, storage.removeItem].map((deed) => deed.mock.calls.length)).toEqual([0, 0]);
  expect((await app.sendRequest('/api/auth/accounts/@me', { headers: { cookie: own.cookie } })).status).toBe(200);
  const write = await app.sendRequest('/api/editor/drafts/posts/new', {
    method: 'DELETE',
    headers: { cookie: own.cookie, 'x-xsrf-token': own.xsrf },
  });
  expect(write.status).not.toBe(403);
});

const staff = () =>
  ({ actor: { role: 'staff' }, stage: 'localhost', config: site.parts.config }) as Parameters<typeof loadTester>[0];

test('a request can be taken to a shell, without the token', () => {
  const draft = { method: 'PUT', address: '/api/x?a=1%2C2', headers: 'If-Match: "2"', body: "it's" };
  const command = String.raw`curl -i -X PUT 'https://a.example/api/x?a=1%2C2' -H 'if-match: "2"' --data-binary 'it'\''s'`;
  const commandAs = (role: string) => writeCurl(draft, role, 'https://a.example').replaceAll(' \\\n ', '');
  expect(commandAs('public')).toBe(command);
  expect(commandAs('staff')).toBe(`${command} -H "Rumpus-Tester-Token: $TESTER_TOKEN"`);
});

test('the form begins with any call, and the token goes to calls of this site alone', () => {
  const { calls } = loadTester(staff());
  for (const call of calls) expect([call.id, isCallAddress(toDraft(call).address)]).toEqual([call.id, true]);
  const outside = [
    '//evil.example/api/',
    'https://evil.example/api/x',
    '/api/../x',
    '/api\\..\\x',
    '/x',
    '',
    '/api/ x',
    'javascript:/api/',
  ];
  expect(outside.filter(isCallAddress)).toEqual([]);
  expect(parseHeaderLines('If-Match: *\nnonsense\n accept : text/plain ')).toEqual({
    'if-match': '*',
    accept: 'text/plain',
  });
  expect(withHeader('A: 1\nIF-MATCH: "1"', 'If-Match', '"2"')).toBe('A: 1\nIf-Match: "2"');
  const draft = { method: 'GET', address: '/api/version', headers: '', body: '' };
  expect(readDrafts(JSON.stringify([draft, { method: 1 }, null, 'x', {}]))).toEqual([draft]);
  expect(readDrafts('{"not": "a list"}')).toEqual([]);
  expect(readDrafts('broken')).toEqual([]);
});
