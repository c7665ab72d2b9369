import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openDatabase } from '#lib/database/database.server.ts';
import { openAssets } from '#lib/http/assets.server.ts';
import { Sessions } from '#lib/sessions/sessions.server.ts';

import { useTestSite } from '../site.ts';
import { createCrate, createItem } from '../storage.ts';
import { openTestApp } from '../test-app.ts';
import type { TestApp } from '../test-app.ts';

const site = useTestSite();
const PRODUCTION = { PUBLIC_URL: 'https://www.rumpus.example' };
let folder: string;
let item: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'entry-a1b2.js'), 'console.log(1)');
  const crate = await createCrate(site, 'answers');
  item = `${crate}/items/${(await createItem(site, crate, 'player')).itemId}`;
});
afterAll(() => rm(folder, { recursive: true }));

async function doorWithAssets(variables: Record<string, string> = {}): Promise<TestApp> {
  return openTestApp(site, variables, { assets: await openAssets(folder, '/assets/') });
}

/** A site whose statements have a bug. */
function brokenDoor(): TestApp {
  const db = openDatabase({ connection: {}, size: 1, statementTimeout: 1000 });
  db.query = () => Promise.reject(new TypeError('ENOENT in /nowhere'));
  return openTestApp(site, {}, { db, sessions: new Sessions(db, site.parts.rowCache) });
}

interface AnswerKind {
  what: string;
  path: () => string;
  status: number;
  headers?: () => Promise<Record<string, string>>;
  method?: string;
}

const EVERY_KIND: AnswerKind[] = [
  { what: 'a page', path: () => '/games/crashlands', status: 200 },
  { what: 'the error page', path: () => '/nothing', status: 404 },
  { what: 'a refused page', path: () => '/?masquerade=super', status: 400 },
  { what: 'a call', path: () => '/api/version', status: 200 },
  { what: 'a refused call', path: () => '/api/nothing', status: 404 },
  { what: 'a download', path: () => `${item}?download=true`, status: 200 },
  {
    what: 'an unchanged item',
    path: () => item,
    status: 304,
    headers: async () => ({ 'if-none-match': (await openTestApp(site).sendRequest(item)).headers.get('etag') ?? '' }),
  },
  { what: 'a file', path: () => '/assets/entry-a1b2.js', status: 200 },
  { what: 'a preflight', path: () => '/api/version', status: 204, method: 'OPTIONS' },
  { what: 'the health', path: () => '/healthz', status: 200 },
  { what: 'the figures', path: () => '/metrics', status: 200 },
];

describe.each(EVERY_KIND)('$what', ({ path, status, headers, method = 'GET' }) => {
  const sendRequest = async (variables?: Record<string, string>) =>
    (await doorWithAssets(variables)).sendRequest(path(), { method, headers: (await headers?.()) ?? {} });

  test('is never sniffed, never framed, and tells others no more than needed of where it came from', async () => {
    const response = await sendRequest();
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'|^sandbox/);
    expect(response.headers.get('referrer-policy')).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
  });

  test('holds browsers to https everywhere but on localhost', async () => {
    expect((await sendRequest()).headers.get('strict-transport-security')).toBeNull();
    const production = (await sendRequest(PRODUCTION)).headers.get('strict-transport-security');
    expect(production).toBe('max-age=31536000; includeSubDomains');
  });

  test('has a HEAD with its status and headers and no body', async () => {
    if (method !== 'GET') return;
    const door = await doorWithAssets();
    const given = { headers: (await headers?.()) ?? {} };
    const [get, head] = [
      await door.sendRequest(path(), given),
      await door.sendRequest(path(), { ...given, method: 'HEAD' }),
    ];
    const lasting = (response: Response) =>
      [...response.headers].filter(([name]) => !/^(x-request-id|content-security-policy|content-length)$/.test(name));
    expect([head.status, await head.text()]).toEqual([get.status, '']);
    expect(lasting(head)).toEqual(lasting(get));
  });
});

describe('a page', () => {
  test('lets run no script and no style but its own, by a nonce that is new each time', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await openTestApp(site).sendRequest('/games/crashlands?once');
        const policy = response.headers.get('content-security-policy') ?? '';
        const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
        expect(policy).not.toMatch(/unsafe|\*|https?:/);
        const html = await response.text();
        const inline = [...html.matchAll(/<(script|style)\b([^>]*)>/g)].map(([, , attributes = '']) => attributes);
        expect(inline.length).toBeGreaterThan(0);
        for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`);
        expect(html).not.toMatch(/ (on[a-z]+|style)="/);
        return nonce;
      }),
    );
    expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('asked for with a query is kept by nobody, and compressed for who takes it', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const response = await openTestApp(site).sendRequest('/games/crashlands?once', { headers });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      'gzip',
      'accept-encoding',
    ]);
  });

  test('with a method that it does not take answers 405', async () => {
    const headers = { origin: 'http://localhost:8080' };
    expect((await openTestApp(site).sendRequest('/about', { method: 'POST', headers })).status).toBe(405);
  });

  test.each(['//evil.example', '//evil.example/', '/\\evil.example', '/%2F%2Fevil.example', '/%0d%0aset-cookie:a=b'])(
    '%s sends nobody elsewhere',
    async (path) => {
      const response = await openTestApp(site).sendRequest(path);
      expect([response.status, response.headers.get('location')]).toEqual([404, null]);
      expect(await response.text()).not.toMatch(/(?:href|action)="[/\\]{2}/);
    },
  );

  test.each(['//evil.example', '///evil.example', '/%09/evil.example'])(
    '%s, where scripts would write links that lead off, goes on to the page of /404',
    async (path) => {
      const app = openTestApp(site);
      const refused = await app.sendRequest(path, { method: 'POST', headers: { origin: 'https://evil.example' } });
      const shown = await app.sendRequest(path);
      expect([shown, refused].map(({ status, headers }) => [status, headers.get('refresh')])).toEqual([
        [404, '0;url=/404'],
        [403, '0;url=/404'],
      ]);
      expect(await refused.text()).not.toMatch(/(?:href|action)="[/\\]{2}/);
    },
  );

  test.each(['http://localhost:8080.evil.example', 'http://[', 'null', '\u00ff'])(
    'with data of a form from %s answers 403 and logs no bug',
    async (origin) => {
      const app = openTestApp(site);
      const response = await app.sendRequest('/telegrams.data', { method: 'POST', headers: { origin } });
      expect(response.status).toBe(403);
      expect(app.lines.filter(({ level }) => level === 50)).toEqual([]);
    },
  );

  test.each([
    '/?masquerade=%00&email=%00',
    '/telegrams?subscribe=%00',
    '/telegrams?email=a%00b@example.com',
    '/changelog?version=%00',
    '/changelogs/rumpus-ce?version=1%00',
    '/terms?version=%00',
    '/privacy?from=%00',
    '/linkout?url=%00',
    '/linkout?url=https://a.example/%00',
    '/dev/sign-in/%00',
    '/press/%00',
    '/_root.data?a=%00',
  ])('%s is no bug', async (path) => {
    expect((await site.ask('player', path)).status).toBeLessThan(500);
  });

  test.each([
    '/post/%00',
    '/post/%E0%A4%A',
    '/%',
    '/games/%ff',
    `/post/${'a'.repeat(5000)}`,
    '/api',
    '/healthz/',
    '/%09/',
    '/%0a%0D/x',
  ])('%s is the error page with status 404', async (path) => {
    const response = await openTestApp(site).sendRequest(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('looking for.');
  });
});

describe('a call that is refused', () => {
  test('is told as application/problem+json, with the id that stands in its header', async () => {
    const response = await openTestApp(site).sendRequest('/api/nothing');
    const message = "We don't have what you're looking for.";
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: message,
      status: 404,
      message,
      code: 'call.notFound',
      requestId: response.headers.get('x-request-id'),
    });
  });

  test('for its method says which ones the address takes', async () => {
    const response = await openTestApp(site).sendRequest('/api/version', { method: 'POST', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('a bug', () => {
  test('in a call is told as the 500 sentence, with no detail, and logged once with its request', async () => {
    const door = brokenDoor();
    const response = await door.sendRequest('/api/aliases/contexts/rumpus/users?userIds=a');
    const text = await response.text();
    const requestId = response.headers.get('x-request-id');
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ message: 'Server Error. Everything is on fire.', requestId });
    expect(text).not.toMatch(/nowhere|ENOENT|stack/);
    const bugs = door.lines.filter(({ msg }) => msg === 'bug');
    expect(bugs).toEqual([expect.objectContaining({ level: 50, requestId, err: expect.anything() as unknown })]);
  });

  test('before a page is the error page with status 500, with no detail, and logged once', async () => {
    const door = brokenDoor();
    const { cookie } = await openTestApp(site).signIn('player');
    const response = await door.sendRequest('/games/crashlands', { headers: { cookie } });
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(text).toContain('Server Error. Everything is on fire.');
    expect(text).toContain(response.headers.get('x-request-id'));
    expect(text).not.toMatch(/nowhere|ENOENT/);
    expect(door.lines.filter(({ level }) => level === 50)).toHaveLength(1);
  });

  test('in a screen is the error page with status 500, with no detail, and logged once with its request', async () => {
    const door = brokenDoor();
    const response = await door.sendRequest('/post/a-post');
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('Server Error. Everything is on fire.');
    expect(text).not.toMatch(/nowhere|ENOENT/);
    const requestId = response.headers.get('x-request-id');
    expect(door.lines.filter(({ level }) => level === 50)).toEqual([expect.objectContaining({ requestId })]);
  });
});

test('every request has an id of its own and is logged with it, and never with its query', async () => {
  const door = openTestApp(site);
  const ids = [await door.sendRequest('/api/version?secret=1'), await door.sendRequest('/nothing')].map(({ headers }) =>
    headers.get('x-request-id'),
  );
  expect(new Set(ids).size).toBe(2);
  expect(door.lines).toEqual([
    expect.objectContaining({ msg: 'request', requestId: ids[0], method: 'GET', path: '/api/version', status: 200 }),
    expect.objectContaining({ msg: 'request', requestId: ids[1], path: '/nothing', status: 404 }),
  ]);
  expect(JSON.stringify(door.lines)).not.toContain('secret');
});

test('the version is said by every call and by /api/version', async () => {
  const response = await openTestApp(site).sendRequest('/api/version');
  expect([response.headers.get('rumpus-version'), await response.json()]).toEqual(['17.36.4', { data: '17.36.4' }]);
});

test('the stage comes from the configuration, never from the Host header', async () => {
  const door = openTestApp(site, PRODUCTION);
  for (const host of ['localhost', '127.0.0.1', 'beta.rumpus.example']) {
    const response = await door.sendRequest('/dev/mail', { headers: { host, 'x-forwarded-host': host } });
    expect(response.status, host).toBe(404);
  }
  expect((await openTestApp(site).sendRequest('/dev/mail', { headers: { host: 'www.rumpus.example' } })).status).toBe(
    200,
  );
});
