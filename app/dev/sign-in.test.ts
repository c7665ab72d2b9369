import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sign } from '#lib/signed.server.ts';
import { CAST, CAST_NAMES } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { TICKET_MINUTES, createSignIn, readTicket } from './sign-in.server.ts';

const site = useTestSite();
const signIn = (name: string) => createSignIn(systemCurrent(site.parts), name);

describe('sign-in', () => {
  test.each(CAST_NAMES)('gives %s a session for scripts', async (name) => {
    const { cookie, xsrf } = await signIn(name);
    const door = openTestApp(site);
    const me = await door.sendRequest('/api/auth/accounts/@me', { headers: { cookie } });
    expect(await dataOf(me)).toMatchObject({ userId: CAST[name].userId, usertype: CAST[name].role });
    const crate = await createCrate(site, `by-${name}`);
    const headers = { cookie, 'x-xsrf-token': xsrf };
    expect((await door.sendRequest(`${crate}/items`, { method: 'POST', body: 'a', headers })).status).toBe(201);
  });

  test.each(['', 'nobody', 'Player', '__proto__'])('refuses the unknown name %j', async (name) => {
    await expect(signIn(name)).rejects.toMatchObject({ status: 404, code: 'dev.noSuchCast' });
  });

  test('works on the localhost stage only', async () => {
    const current = systemCurrent(site.parts);
    for (const stage of ['dev', 'sandbox', 'beta', 'www'] as const) {
      await expect(createSignIn({ ...current, stage }, 'super')).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('the sign-in page', () => {
  test('has one button, and signs nobody in by GET', async () => {
    const { pathname } = new URL((await signIn('player')).url);
    const response = await openTestApp(site).sendRequest(pathname);
    const html = await response.text();
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
    expect(main.match(/<form [^>]*method="post"/g)).toHaveLength(1);
    expect(html).toContain(CAST.player.alias);
  });

  test('signs in by the button, and redirects to the home page', async () => {
    const { pathname } = new URL((await signIn('staff')).url);
    const door = openTestApp(site);
    const headers = { origin: 'http://localhost:8080' };
    const response = await door.sendRequest(pathname, { method: 'POST', headers });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const me = await door.sendRequest('/api/auth/accounts/@me', { headers: { cookie } });
    expect(await dataOf(me)).toMatchObject({ userId: CAST.staff.userId });
  });

  test('accepts its ticket for 15 minutes, and no forged one', async () => {
    const current = systemCurrent(site.parts);
    const made = current.now().getTime();
    const ticket = (await signIn('staff')).url.split('/').at(-1) ?? '';
    const at = (ms: number) => ({ ...current, now: () => new Date(ms) });
    expect(readTicket(at(made), ticket)).toMatchObject({ userId: CAST.staff.userId });
    const [value, signature] = ticket.split('.');
    const forged = Buffer.from(JSON.stringify(['super', made + 60_000])).toString('base64url');
    const elsewhere = sign(JSON.stringify(['super', made + 60_000]), 'cursor', current.secret);
    for (const wrong of [`${forged}.${signature}`, `${value}.`, '', elsewhere]) {
      expect(() => readTicket(at(made), wrong), wrong).toThrow(expect.objectContaining({ status: 404 }));
    }
    const late = made + TICKET_MINUTES * 60_000 + 5000;
    expect(() => readTicket(at(late), ticket)).toThrow(expect.objectContaining({ status: 404 }));
  });
});
