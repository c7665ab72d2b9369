import { describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { cookiesOf, openTestApp } from '#test/test-app.ts';
import type { TestApp, TestRequest } from '#test/test-app.ts';

const site = useTestSite();
const LONGEST = `Max-Age=${180 * 86_400}`;
const PRODUCTION = { PUBLIC_URL: 'https://www.rumpus.example', STAGE: 'www' };

async function roleOf(door: TestApp, cookie: string): Promise<string> {
  const response = await door.sendRequest('/api/auth/accounts/@me', { headers: { cookie } });
  return response.status === 200 ? (await dataOf<{ usertype: string }>(response)).usertype : String(response.status);
}

const logout = (door: TestApp, cookie: string, sendRequest: TestRequest = {}) =>
  door.sendRequest('/api/auth/logout', { ...sendRequest, headers: { cookie, ...sendRequest.headers } });

describe('the cookies of a sign-in', () => {
  test('are the session, hidden from scripts, and the XSRF token, readable by scripts', async () => {
    const { cookies, token, xsrf } = await openTestApp(site).signIn('player');
    expect(cookies).toEqual([
      `session=${token}; Path=/; ${LONGEST}; SameSite=Lax; HttpOnly`,
      `XSRF-TOKEN=${xsrf}; Path=/; ${LONGEST}; SameSite=Lax`,
    ]);
  });

  test('are Secure with https, and the session cookie has the prefix __Host-', async () => {
    const { cookies, token, xsrf } = await openTestApp(site, PRODUCTION).signIn('player');
    expect(cookies).toEqual([
      `__Host-session=${token}; Path=/; ${LONGEST}; SameSite=Lax; Secure; HttpOnly`,
      `XSRF-TOKEN=${xsrf}; Path=/; ${LONGEST}; SameSite=Lax; Secure`,
    ]);
  });

  test('count under the prefixed name alone with https', async () => {
    const door = openTestApp(site, PRODUCTION);
    const { token, cookie } = await door.signIn('staff');
    expect(await roleOf(door, cookie)).toBe('staff');
    expect(await roleOf(door, `session=${token}`)).toBe('401');
  });

  test('are sent again with a page only when the XSRF cookie is missing or another session’s', async () => {
    const door = openTestApp(site);
    const { token, cookie, xsrf } = await door.signIn('player');
    const set = async (cookies: string) =>
      cookiesOf(await door.sendRequest('/nothing-here', { headers: { cookie: cookies } }));
    expect(await set(`session=${token}`)).toEqual({ 'XSRF-TOKEN': [xsrf, 'Path=/', LONGEST, 'SameSite=Lax'] });
    expect(await set(`session=${token}; XSRF-TOKEN=planted`)).toHaveProperty('XSRF-TOKEN.0', xsrf);
    expect(await set(cookie)).toEqual({});
    expect(await set(`session=${'a'.repeat(43)}`)).toEqual({});
  });
});

describe('a session', () => {
  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(5000), '%00', '"', "' or 1=1"])(
    'with the token %j is a visitor',
    async (token) => {
      expect(await roleOf(openTestApp(site), `session=${token}`)).toBe('401');
    },
  );

  test('ends when nobody has used it for 30 days', async () => {
    const start = new Date();
    const clock = { now: start };
    const door = openTestApp(site, {}, { now: () => clock.now });
    const [used, unused] = [await door.signIn('player'), await door.signIn('player')];
    clock.now = new Date(start.getTime() + 30 * 86_400_000 - 1);
    expect(await roleOf(door, used.cookie)).toBe('authenticated');
    clock.now = new Date(start.getTime() + 30 * 86_400_000);
    expect(await roleOf(door, used.cookie)).toBe('authenticated');
    expect(await roleOf(door, unused.cookie)).toBe('401');
  });

  test('has the present role of its account', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('creator');
    const current = systemCurrent(site.parts);
    expect(await roleOf(door, cookie)).toBe('authenticated');
    await setAccount(current, CAST.creator.userId, 'admin');
    expect(await roleOf(door, cookie)).toBe('admin');
    await setAccount(current, CAST.creator.userId, 'authenticated');
    expect(await roleOf(door, cookie)).toBe('authenticated');
  });

  test('ends when its account is deleted', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('collaborator');
    expect(await roleOf(door, cookie)).toBe('authenticated');
    const { userId } = CAST.collaborator;
    await site.parts.db.query(sql`delete from account_emails where user_id = ${userId}`);
    await site.parts.db.query(sql`delete from accounts where user_id = ${userId}`);
    await expect.poll(() => roleOf(door, cookie)).toBe('401');
  });
});

describe('logging out', () => {
  test('ends the session and removes the cookies', async () => {
    const door = openTestApp(site);
    const { cookie, loginId } = await door.signIn('player');
    expect(await roleOf(door, cookie)).toBe('authenticated');
    const response = await logout(door, cookie, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect([response.status, await response.text()]).toEqual([204, '']);
    const gone = ['', 'Path=/', 'Max-Age=0', 'SameSite=Lax'];
    expect(cookiesOf(response)).toEqual({
      session: [...gone, 'HttpOnly'],
      'XSRF-TOKEN': gone,
      masquerade: [...gone, 'HttpOnly'],
    });
    expect(await roleOf(door, cookie)).toBe('401');
    expect(await site.parts.db.query(sql`select from sessions where login_id = ${loginId}`)).toEqual([]);
  });

  test.each(['empty', 'document'])(
    'works for a script and a form of our own pages: sec-fetch-dest %s',
    async (dest) => {
      const door = openTestApp(site);
      const { cookie } = await door.signIn('player');
      const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest };
      expect((await logout(door, cookie, { headers })).status).toBeLessThan(400);
      expect(await roleOf(door, cookie)).toBe('401');
    },
  );

  test('ends no other session of the same account', async () => {
    const door = openTestApp(site);
    const [phone, desk] = [await door.signIn('player'), await door.signIn('player')];
    await logout(door, phone.cookie);
    expect([await roleOf(door, phone.cookie), await roleOf(door, desk.cookie)]).toEqual(['401', 'authenticated']);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'style' },
  ])('is refused from links and pictures of other sites, mails and posts: %j', async (headers) => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('player');
    const response = await logout(door, cookie, { headers });
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    expect(await roleOf(door, cookie)).toBe('authenticated');
  });

  test('answers 204 without a session', async () => {
    expect((await openTestApp(site).sendRequest('/api/auth/logout')).status).toBe(204);
  });
});
