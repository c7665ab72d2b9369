import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CreatedAppKey } from '#app/apps/app-key.ts';
import { addOrigin, archiveApp, removeOrigin, restoreApp } from '#app/apps/apps.server.ts';
import { listen } from '#lib/http/listen.server.ts';
import type { ListeningServer } from '#lib/http/listen.server.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { systemCurrent } from './parts.server.ts';

const site = useTestSite();
const PLAY = 'https://play.example.com';
const OTHER = 'https://other.example.com';
const EVIL = 'https://evil.example';
const CALL = '/api/version';
let server: ListeningServer;
let cookie: string;
const keys = { play: '', other: '' };

beforeAll(async () => {
  const door = openTestApp(site);
  ({ cookie } = await door.signIn('player'));
  server = await listen({
    hosts: ['127.0.0.1'],
    port: 0,
    trustProxy: 0,
    fetch: (request) => door.sendRequest(new URL(request.url).pathname, toParts(request)),
  });
  for (const [appId, origin] of [
    ['play', PLAY],
    ['other', OTHER],
  ] as const) {
    const body = { appId, name: 'Page', scopes: [{ crateId: '*', may: ['read'] }], days: 1 };
    const made = await site.ask('admin', '/api/apps/keys', { method: 'POST', body });
    keys[appId] = (await dataOf<CreatedAppKey>(made)).key;
    await addOrigin(systemCurrent(site.parts), appId, origin);
  }
});
afterAll(() => server.close(0));

const toParts = ({ method, headers }: Request) => ({ method, headers: Object.fromEntries(headers) });

async function ask(headers: Record<string, string>, method = 'GET') {
  const answer = await fetch(`http://127.0.0.1:${server.port}${CALL}`, { method, headers });
  await answer.arrayBuffer();
  return answer;
}

const cors = ({ status, headers }: Response) => [status, headers.get('access-control-allow-origin')];
const preflight = (origin: string, asked: string) =>
  ask({ origin, 'access-control-request-method': 'GET', 'access-control-request-headers': asked }, 'OPTIONS');

describe('a preflight over HTTP', () => {
  test.each([PLAY, OTHER])('lets pages of %s send the key of an app, because an app lists it', async (origin) => {
    for (const asked of ['rumpus-app-key', 'Locale, RUMPUS-APP-KEY']) {
      const answer = await preflight(origin, asked);
      expect(cors(answer)).toEqual([204, origin]);
      expect(answer.headers.get('access-control-allow-headers')).toContain(', rumpus-app-key');
      expect(answer.headers.get('vary')).toMatch(/^origin, access-control-request-headers/);
      expect(answer.headers.get('access-control-max-age')).toBe('600');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('without that header is answered to every origin as ever', async () => {
    for (const origin of [PLAY, EVIL]) {
      const answer = await preflight(origin, 'locale, rumpus-delegation-key');
      expect(cors(answer)).toEqual([204, '*']);
      expect(answer.headers.get('access-control-allow-headers')).not.toContain('rumpus-app-key');
      expect(answer.headers.get('vary')).toMatch(/^origin/);
    }
  });

  test.each([
    EVIL,
    'null',
    '*',
    '',
    'http://play.example.com',
    'https://play.example.com:8443',
    'https://play.example.com.evil.example',
    'https://evilplay.example.com',
    'https://sub.play.example.com',
    'https://PLAY.example.com',
    'https://play.example.com/',
    'https://play.example.com,https://evil.example',
    'https://play.example.com https://evil.example',
    `https://${'a'.repeat(4000)}.example`,
  ])('of the origin %s does not allow the header of app keys', async (origin) => {
    const answer = await preflight(origin, 'rumpus-app-key');
    expect(cors(answer)).toEqual([204, '*']);
    expect(answer.headers.get('access-control-allow-headers')).not.toContain('rumpus-app-key');
  });
});

describe('a call with the key of an app over HTTP', () => {
  test('may be read by pages of its origins alone, and varies by the origin', async () => {
    const answer = await ask({ origin: PLAY, 'rumpus-app-key': keys.play });
    expect(cors(answer)).toEqual([200, PLAY]);
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const error = await fetch(`http://127.0.0.1:${server.port}/api/nothing`, {
      headers: { origin: PLAY, 'rumpus-app-key': keys.play },
    });
    expect(cors(error)).toEqual([404, PLAY]);
  });

  test.each([OTHER, EVIL, 'null', '*', 'https://play.example.com.evil.example', 'https://PLAY.example.com'])(
    'is refused to the origin %s, which cannot read that',
    async (origin) => {
      const answer = await ask({ origin, 'rumpus-app-key': keys.play });
      expect(cors(answer)).toEqual([403, null]);
      expect(answer.headers.get('vary')).toMatch(/\borigin\b/);
    },
  );

  test('needs no origin of a server, and takes that of our own pages', async () => {
    expect(cors(await ask({ 'rumpus-app-key': keys.play }))).toEqual([200, null]);
    const own = site.parts.config.publicUrl;
    expect(cors(await ask({ origin: own, 'rumpus-app-key': keys.play }))).toEqual([200, own]);
  });

  test('with credentials is one without: cookies are ignored, and browsers may not show it', async () => {
    const answer = await ask({ origin: PLAY, cookie, 'rumpus-app-key': keys.play });
    expect(cors(answer)).toEqual([200, PLAY]);
    expect([answer.headers.get('access-control-allow-credentials'), answer.headers.get('set-cookie')]).toEqual([
      null,
      null,
    ]);
    expect((await ask({ origin: EVIL, cookie, 'rumpus-app-key': keys.play })).status).toBe(403);
  });

  test('without a key is read by every origin, also by those of an app', async () => {
    for (const origin of [PLAY, EVIL]) expect(cors(await ask({ origin }))).toEqual([200, '*']);
  });
});

test('an origin that is removed, and one of an archived app, is refused in other processes too', async () => {
  const beside = await site.openBeside();
  const current = systemCurrent(site.parts);
  const statusIn = async (one: TestSite) =>
    (await one.ask(undefined, CALL, { headers: { origin: PLAY, 'rumpus-app-key': keys.play } })).status;
  const preflightIn = async (one: TestSite) => {
    const headers = { origin: PLAY, 'access-control-request-headers': 'rumpus-app-key' };
    return (await one.ask(undefined, CALL, { method: 'OPTIONS', headers })).headers.get('access-control-allow-origin');
  };
  const both = async () => [
    await statusIn(site),
    await statusIn(beside),
    await preflightIn(site),
    await preflightIn(beside),
  ];
  expect(await both()).toEqual([200, 200, PLAY, PLAY]);
  await removeOrigin(current, 'play', PLAY);
  await expect.poll(both).toEqual([403, 403, '*', '*']);
  await addOrigin(current, 'play', PLAY);
  await expect.poll(both).toEqual([200, 200, PLAY, PLAY]);
  await archiveApp(current, 'play');
  await expect.poll(both).toEqual([401, 401, '*', '*']);
  await restoreApp(current, 'play');
  await expect.poll(both).toEqual([200, 200, PLAY, PLAY]);
  await beside.close();
});
