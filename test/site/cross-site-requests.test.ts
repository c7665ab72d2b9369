import { describe, expect, test } from 'vitest';

import { createSignIn } from '#app/dev/sign-in.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CAST } from '../cast.ts';
import { useTestSite } from '../site.ts';
import { createCrate, refusalOf } from '../storage.ts';
import { openTestApp } from '../test-app.ts';

const site = useTestSite();
const ORIGIN = 'http://localhost:8080';
const REFUSED = [403, 'This did not come from our own pages. Reload and try again.'];

let crates = 0;
async function openCrate(): Promise<string> {
  return `${await createCrate(site, `own-${(crates += 1)}`)}/items`;
}

interface WriteCall {
  method: string;
  path: (crate: string) => string;
  body?: string;
}

const WRITES: WriteCall[] = [
  { method: 'POST', path: (crate) => crate, body: 'hello' },
  { method: 'PUT', path: (crate) => `${crate}/0190a0b0-0000-7000-8000-000000000000`, body: 'hello' },
  { method: 'DELETE', path: (crate) => `${crate}/0190a0b0-0000-7000-8000-000000000000` },
  { method: 'PATCH', path: (crate) => `${crate}/@batch/stats`, body: '{"updates":[]}' },
];

describe('a call that changes something and brings a session', () => {
  test.each(WRITES)('is refused without the XSRF token of that sign-in: $method', async ({ method, path, body }) => {
    const crate = await openCrate();
    const door = openTestApp(site);
    const [mine, another, other] = [
      await door.signIn('player'),
      await door.signIn('player'),
      await door.signIn('staff'),
    ];
    for (const token of [undefined, '', 'x', another.xsrf, other.xsrf, mine.token, `${mine.xsrf}x`]) {
      const headers = { cookie: mine.cookie, origin: ORIGIN, ...(token !== undefined && { 'x-xsrf-token': token }) };
      const sendRequest = { method, headers, ...(body !== undefined && { body }) };
      expect(await refusalOf(await door.sendRequest(path(crate), sendRequest)), token).toEqual(REFUSED);
    }
    const count = await door.sendRequest(`${crate}?count=true`);
    expect(await count.json()).toEqual({ data: 0 });
  });

  test('off localhost comes from the public address alone', async () => {
    const crate = await openCrate();
    const door = openTestApp(site, { PUBLIC_URL: 'https://www.rumpus.example' });
    const { cookie, xsrf } = await door.signIn('player');
    const from = async (origin: string) => {
      const sendRequest = { method: 'POST', body: 'a', headers: { cookie, 'x-xsrf-token': xsrf, origin } };
      return (await door.sendRequest(crate, sendRequest)).status;
    };
    expect(await from('https://www.rumpus.example')).toBe(201);
    for (const origin of [ORIGIN, 'http://www.rumpus.example', 'https://rumpus.example', 'http://127.0.0.1']) {
      expect(await from(origin), origin).toBe(403);
    }
  });
});

describe('a form of a page', () => {
  const ticket = async () => new URL((await createSignIn(systemCurrent(site.parts), 'staff')).url).pathname;
  const post = { method: 'POST', body: '' };

  test.each<Record<string, string>>([
    { origin: ORIGIN },
    { origin: 'http://127.0.0.1:8080' },
    { origin: 'http://[::1]:8080', 'sec-fetch-site': 'same-origin' },
  ])('is taken from our own pages: %j', async (headers) => {
    const response = await openTestApp(site).sendRequest(await ticket(), { ...post, headers });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
    expect(response.headers.getSetCookie()).toHaveLength(2);
  });

  test('is taken whatever host and scheme a proxy asks us by', async () => {
    const door = openTestApp(site, { PUBLIC_URL: 'https://localhost' });
    const headers = { origin: 'https://localhost', host: 'internal:3000' };
    expect((await door.sendRequest(await ticket(), { ...post, headers })).status).toBe(302);
  });

  test.each<Record<string, string>>([
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1' },
    { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused from elsewhere, with or without a session: %j', async (headers) => {
    const door = openTestApp(site);
    const before = await site.parts.db.query(sql`select from sessions`);
    const response = await door.sendRequest(await ticket(), { ...post, headers });
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    // The ticket itself came with a session.
    expect(await site.parts.db.query(sql`select from sessions`)).toHaveLength(before.length + 1);
  });
});

test('the session of a sign-in is that of its cast member', async () => {
  const door = openTestApp(site);
  const { cookie } = await createSignIn(systemCurrent(site.parts), 'staff');
  const me = await door.sendRequest('/api/auth/accounts/@me', { headers: { cookie } });
  expect(await me.json()).toMatchObject({ data: { userId: CAST.staff.userId, usertype: 'staff' } });
});
