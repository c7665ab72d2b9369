import { describe, expect, inject, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import { useCrate } from './crate.ts';
import { operations } from './document.ts';

const crate = useCrate('masquerade', { policy: { list: ['staff'], create: ['staff'] } });
const INVALID = [400, 'Invalid masquerade'];

describe('a masquerade by query parameter', () => {
  test('counts as a lower role, which the account shows', async () => {
    for (const who of ['staff', 'admin', 'super'] as const) {
      expect((await ask(who, `GET ${crate.items}`)).status).toBe(200);
      const reply = await ask(who, `GET ${crate.items}?masquerade=authenticated`);
      expect(reply.refusal).toEqual([404, "We don't have what you're looking for."]);
      const me = await ask(who, 'GET /api/auth/accounts/@me?masquerade=authenticated');
      expect(me.data()).toMatchObject({ usertype: who, masquerade: 'authenticated' });
    }
    expect((await ask('super', 'GET /api/storage/crates?masquerade=admin')).status).toBe(200);
    expect((await ask('super', 'GET /api/storage/crates?masquerade=staff')).status).toBe(403);
  });

  test.each<[who: WireCastName | undefined, role: string]>([
    [undefined, 'authenticated'],
    [undefined, 'super'],
    ['player', 'staff'],
    ['player', 'public'],
    ['staff', 'admin'],
    ['admin', 'super'],
    ['super', 'public'],
    ['super', 'king'],
    ['super', '__proto__'],
    ['super', 'Staff'],
  ])('is only strictly below one’s own role: %s as %s is invalid', async (who, role) => {
    expect((await ask(who, `GET ${crate.items}?masquerade=${role}`)).refusal).toEqual(INVALID);
  });

  test('is refused by every call', async () => {
    for (const { method, segments } of operations) {
      const line = `${method} ${segments.join('/').replaceAll(/\{\w+\}/g, 'none')}?masquerade=super`;
      expect([line, ...(await ask('staff', line)).refusal]).toEqual([line, ...INVALID]);
    }
  });

  test.each<[who: WireCastName, role: string]>([
    ['player', 'authenticated'],
    ['staff', 'staff'],
    ['admin', 'admin'],
    ['super', 'super'],
  ])('does nothing as the user’s own role: %s as %s', async (who, role) => {
    const me = await ask(who, `GET /api/auth/accounts/@me?masquerade=${role}`);
    expect(me.data()).not.toHaveProperty('masquerade');
  });

  test('is none when it is empty', async () => {
    expect((await ask('staff', `GET ${crate.items}?masquerade=`)).status).toBe(200);
  });

  test('counts for HEAD as for GET, whose answer it stands for', async () => {
    expect((await ask('staff', `HEAD ${crate.items}?masquerade=authenticated`)).status).toBe(404);
  });

  test('counts for a change', async () => {
    const create = (role: string) => ask('staff', `POST ${crate.items}?masquerade=${role}`, { body: 'x' });
    expect((await create('authenticated')).status).toBe(404);
    expect((await create('super')).refusal).toEqual(INVALID);
    expect((await create('staff')).status).toBe(201);
  });
});

describe('a masquerade by cookie', () => {
  const { cookie, xsrf } = inject('cast').staff;

  test('is set by the address of a page, and ended by the user’s own role', async () => {
    const set = await ask('staff', 'GET /?masquerade=authenticated', { headers: { accept: 'text/html' } });
    expect(set.status).toBe(200);
    expect(set.headers['set-cookie']).toMatch(/^masquerade=authenticated;.*Path=\/;.*SameSite=Lax/);
    const seen = { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };
    const gone = await ask('staff', 'GET /?masquerade=staff', { headers: seen });
    expect(gone.headers['set-cookie']).toMatch(/^masquerade=;.*Max-Age=0/);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
  ])('is not set from another site, nor by a picture of our own: %j', async (from) => {
    const headers = { accept: 'text/html', ...from };
    const { headers: answered } = await ask('staff', 'GET /?masquerade=authenticated', { headers });
    expect(answered['set-cookie'] ?? '').not.toMatch(/masquerade/);
  });

  test('counts for every request, changes too, and never lifts a role', async () => {
    const as = (role: string) => ({ cookie: `${cookie}; masquerade=${role}`, 'x-xsrf-token': xsrf });
    const get = (role: string) => ask(undefined, `GET ${crate.items}`, { headers: as(role) });
    expect((await get('authenticated')).status).toBe(404);
    const created = await ask(undefined, `POST ${crate.items}`, { headers: as('authenticated'), body: 'x' });
    expect(created.status).toBe(404);
    for (const role of ['super', 'public', 'king', '']) expect((await get(role)).status).toBe(200);
    const crates = await ask(undefined, 'GET /api/storage/crates', { headers: as('super') });
    expect(crates.status).toBe(403);
  });
});

test('a page of an invalid masquerade is the error page with its status', async () => {
  const reply = await ask('player', 'GET /?masquerade=super', { headers: { accept: 'text/html' } });
  expect([reply.status, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  expect(reply.text).toContain('You did something weird. Or we did.');
});
