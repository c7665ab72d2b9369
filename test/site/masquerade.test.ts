import { describe, expect, test } from 'vitest';

import { ROLES } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

import { CAST } from '../cast.ts';
import type { CastName } from '../cast.ts';
import { FORM_HEADERS, useTestSite } from '../site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '../storage.ts';
import { cookiesOf, openTestApp } from '../test-app.ts';
import type { TestApp } from '../test-app.ts';

const site = useTestSite();
const LADDER: [CastName, Role][] = [
  ['player', 'authenticated'],
  ['staff', 'staff'],
  ['admin', 'admin'],
  ['super', 'super'],
];
const ORDER = ['authenticated', 'staff', 'admin', 'super'];
const PAGE = '/games/crashlands';
/** The one game that staff alone see. */
const STAFF_PAGE = '/games/rumpus-pack';

const me = async (who: CastName, as: string) =>
  dataOf<{ usertype: Role; masquerade?: Role }>(await site.ask(who, `/api/auth/accounts/@me?masquerade=${as}`));

async function keptBy(door: TestApp, cookie: string, address: string, headers: Record<string, string> = {}) {
  return cookiesOf(await door.sendRequest(address, { headers: { cookie, ...headers } })).masquerade;
}

describe('one may masquerade only as a role strictly below one’s own', () => {
  for (const [who, own] of LADDER) {
    test.each([...ROLES, 'Staff', 'root', '__proto__', 'null', '*'])(`${own} asks to be %s`, async (as) => {
      const response = await site.ask(who, `/api/auth/accounts/@me?masquerade=${as}`);
      const below = ORDER.slice(0, ORDER.indexOf(own)).includes(as);
      if (below) expect(await dataOf(response)).toMatchObject({ usertype: own, masquerade: as });
      else if (as === own) expect(await dataOf(response)).not.toHaveProperty('masquerade');
      else expect(await refusalOf(response)).toEqual([400, 'Invalid masquerade']);
    });
  }

  test.each(['authenticated', 'staff', 'admin', 'super'])('a visitor may not even be %s', async (as) => {
    expect(await refusalOf(await site.ask(undefined, `/api/version?masquerade=${as}`))).toEqual([
      400,
      'Invalid masquerade',
    ]);
  });

  test('an empty parameter asks for nothing', async () => {
    expect(await me('staff', '')).toEqual(expect.not.objectContaining({ masquerade: expect.anything() }));
    expect((await site.ask(undefined, '/api/version?masquerade=')).status).toBe(200);
  });

  test('a page that is asked for a higher role is the error page with status 400', async () => {
    const response = await site.ask('staff', `${PAGE}?masquerade=super`);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).toContain('You did something weird. Or we did.');
  });
});

describe('the role of the masquerade', () => {
  test('is the one that counts for calls', async () => {
    await createCrate(site, 'staff-only', { list: ['staff'], read: ['staff'] });
    const items = '/api/storage/crates/staff-only/items';
    expect((await site.ask('staff', items)).status).toBe(200);
    expect((await site.ask('staff', `${items}?masquerade=authenticated`)).status).toBe(404);
    expect((await site.ask('admin', `${items}?masquerade=staff`)).status).toBe(200);
    expect((await site.ask('admin', '/api/storage/crates')).status).toBe(200);
    expect((await site.ask('admin', '/api/storage/crates?masquerade=staff')).status).toBe(403);
    expect((await site.ask('admin', `/api/auth/accounts/${CAST.player.userId}?masquerade=staff`)).status).toBe(403);
  });

  test('is the one that counts for pages', async () => {
    expect((await site.ask('staff', STAFF_PAGE)).status).toBe(200);
    expect((await site.ask('staff', `${STAFF_PAGE}?masquerade=authenticated`)).status).toBe(404);
    expect((await site.ask('staff', `${STAFF_PAGE.replace('/', '/de-DE/')}?masquerade=authenticated`)).status).toBe(
      404,
    );
  });

  test('counts for HEAD as for GET', async () => {
    const request = { method: 'HEAD' };
    expect((await site.ask('staff', `${STAFF_PAGE}?masquerade=authenticated`, request)).status).toBe(404);
    expect((await site.ask('staff', '/api/version?masquerade=super', request)).status).toBe(400);
  });

  test('counts for a call that changes something', async () => {
    const create = (query: string) =>
      site.ask('admin', `/api/storage/crates${query}`, { method: 'POST', body: { crateId: 'by-admin', policy: {} } });
    expect((await create('?masquerade=authenticated')).status).toBe(403);
    expect(await refusalOf(await create('?masquerade=super'))).toEqual([400, 'Invalid masquerade']);
    expect((await create('?masquerade=admin')).status).toBe(201);
  });

  test('counts for a form, which keeps no masquerade', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('super');
    const headers = { ...FORM_HEADERS, cookie };
    const send = (query: string) =>
      door.sendRequest(`/admin/accounts${query}`, { method: 'POST', headers, body: 'intent=none' });
    const masked = await send('?masquerade=authenticated');
    expect([masked.status, cookiesOf(masked).masquerade]).toEqual([404, undefined]);
    expect((await send('?masquerade=nobody')).status).toBe(400);
  });
});

describe('a session that has ended', () => {
  test('is bad credentials for a call with a masquerade, and its page is that of a visitor', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('admin');
    const headers = { cookie };
    await door.sendRequest('/api/auth/logout', { headers });
    for (const method of ['GET', 'POST']) {
      const answer = await door.sendRequest('/api/storage/crates?masquerade=staff', { headers, method });
      expect(await refusalOf(answer)).toEqual([401, 'Bad credentials!']);
    }
    const page = await door.sendRequest(`${PAGE}?masquerade=staff`, { headers });
    expect([page.status, cookiesOf(page).masquerade]).toEqual([200, undefined]);
  });
});

describe('pages keep a masquerade', () => {
  test('while the address of a browser loses it, so that nobody shares it', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('admin');
    const visit = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };
    for (const role of ['staff', 'admin']) {
      const address = `${PAGE}?a=%20&masquerade=${role}&b`;
      const response = await door.sendRequest(address, { headers: { cookie, ...visit } });
      expect([response.status, response.headers.get('location')]).toEqual([302, `${PAGE}?a=%20&b`]);
      expect(cookiesOf(response).masquerade?.[0]).toBe(role === 'admin' ? '' : role);
    }
    const picture = await door.sendRequest(`${PAGE}?masquerade=staff`, {
      headers: { cookie, ...visit, 'sec-fetch-dest': 'image' },
    });
    expect([picture.status, cookiesOf(picture).masquerade]).toEqual([200, undefined]);
  });

  test('in a cookie that scripts do not read, which then counts for pages and calls', async () => {
    const door = openTestApp(site);
    const { cookie, xsrf } = await door.signIn('admin');
    expect(await keptBy(door, cookie, `${PAGE}?masquerade=authenticated`)).toEqual([
      'authenticated',
      'Path=/',
      'Max-Age=86400',
      'SameSite=Lax',
      'HttpOnly',
    ]);
    const headers = {
      cookie: `${cookie}; masquerade=authenticated`,
      'x-xsrf-token': xsrf,
      'content-type': 'application/json',
    };
    expect((await door.sendRequest(STAFF_PAGE, { headers })).status).toBe(404);
    expect((await door.sendRequest('/api/storage/crates', { headers })).status).toBe(403);
    const create = { method: 'POST', headers, body: '{"crateId":"not-mine"}' };
    expect((await door.sendRequest('/api/storage/crates', create)).status).toBe(403);
  });

  test('until one’s own role removes it', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('admin');
    const masked = `${cookie}; masquerade=authenticated`;
    expect(await keptBy(door, masked, `${PAGE}?masquerade=admin`)).toEqual([
      '',
      'Path=/',
      'Max-Age=0',
      'SameSite=Lax',
      'HttpOnly',
    ]);
    expect((await door.sendRequest(`${STAFF_PAGE}?masquerade=admin`, { headers: { cookie: masked } })).status).toBe(
      200,
    );
  });

  test('only when they were asked to', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('admin');
    expect(await keptBy(door, cookie, PAGE)).toBeUndefined();
    expect(await keptBy(door, cookie, '/api/version?masquerade=staff')).toBeUndefined();
  });

  test('not when another site links to them', async () => {
    const door = openTestApp(site);
    const { cookie } = await door.signIn('admin');
    const address = `${PAGE}?masquerade=staff`;
    expect(await keptBy(door, cookie, address, { 'sec-fetch-site': 'cross-site' })).toBeUndefined();
    expect(await keptBy(door, cookie, address, { 'sec-fetch-site': 'same-origin' })).toHaveProperty('0', 'staff');
    expect(await keptBy(door, cookie, address, { 'sec-fetch-site': 'none' })).toHaveProperty('0', 'staff');
  });

  test.each(['staff', 'admin', 'super', 'public', 'root', '__proto__', 'constructor'])(
    'but a forged cookie of %s has no effect for a player, and none for a visitor',
    async (role) => {
      const door = openTestApp(site);
      const { cookie } = await door.signIn('player');
      for (const cookies of [`${cookie}; masquerade=${role}`, `masquerade=${role}`]) {
        const headers = { cookie: cookies };
        expect((await door.sendRequest(STAFF_PAGE, { headers })).status).toBe(404);
        expect([401, 403]).toContain((await door.sendRequest('/api/storage/crates', { headers })).status);
      }
      const kept = await door.sendRequest('/api/auth/accounts/@me', {
        headers: { cookie: `${cookie}; masquerade=${role}` },
      });
      expect(await dataOf(kept)).not.toHaveProperty('masquerade');
    },
  );
});

describe('what staff have read is kept for no masquerade, and the other way round', () => {
  const as = async (door: TestApp, role: string) => {
    const { cookie } = await door.signIn('staff');
    return role === '' ? cookie : `${cookie}; masquerade=${role}`;
  };

  test('by the ETags of calls, with the id of a cache or without', async () => {
    const door = openTestApp(site);
    const crate = await createCrate(site, 'half-hidden', { list: ['public'], read: ['public'], create: ['staff'] });
    const hiding = { policy: { list: ['public'], read: ['public'], create: ['staff'], hide: { secret: 'staff' } } };
    expect((await site.ask('admin', crate, { method: 'PUT', body: hiding })).status).toBe(200);
    const open = await createItem(site, crate, 'admin', { name: 'open' });
    const secret = await createItem(site, crate, 'admin', { name: 'secret', tags: ['secret'] });
    const [own, masked] = [await as(door, ''), await as(door, 'authenticated')];
    const read = async (path: string, cookie: string, etag = '') => {
      const headers = { cookie, ...(etag !== '' && { 'if-none-match': etag }) };
      const answer = await door.sendRequest(path, { headers });
      return {
        status: answer.status,
        etag: answer.headers.get('etag') ?? '',
        kept: answer.headers.get('cache-control'),
      };
    };
    for (const cacheId of ['', 'local-cache-id=abc']) {
      for (const path of [`/items/${secret.itemId}?`, `/items/${secret.itemId}?download=true&`]) {
        const { etag, kept } = await read(crate + path + cacheId, own);
        // Of a body a browser asks again each time.
        expect([etag.length > 2, kept]).toEqual([
          true,
          path.includes('download') ? 'private, no-cache' : 'private, no-store',
        ]);
        expect((await read(crate + path + cacheId, own, etag)).status).toBe(304);
        const query = `${crate}${path}${cacheId}&masquerade=authenticated`;
        for (const answer of [await read(crate + path + cacheId, masked, etag), await read(query, own, etag)]) {
          expect([path, answer.status, answer.etag]).toEqual([path, 404, '']);
        }
      }
      const list = `${crate}/items?${cacheId}`;
      const { etag } = await read(list, own);
      const seen = await read(list, masked, etag);
      expect([seen.status, seen.kept]).toEqual([200, 'private, no-store']);
      expect((await read(list, own, seen.etag)).status).toBe(200);
      const itemIds = async (cookie: string) =>
        (await dataOf<{ itemId: string }[]>(await door.sendRequest(list, { headers: { cookie } }))).map(
          ({ itemId }) => itemId,
        );
      expect([await itemIds(masked), (await itemIds(own)).toSorted()]).toEqual([
        [open.itemId],
        [open.itemId, secret.itemId].toSorted(),
      ]);
    }
  });

  test('by pages and their data, in whatever order they are asked for', async () => {
    const door = openTestApp(site);
    const [own, masked] = [await as(door, ''), await as(door, 'authenticated')];
    const ask = async (path: string, cookie: string, etag?: string) => {
      const headers = { accept: 'text/html', cookie, ...(etag && { 'if-none-match': etag }) };
      const answer = await door.sendRequest(path, { headers });
      const { headers: given, status } = answer;
      const isNamed = (await answer.text()).includes('rumpus-pack');
      return { status, isNamed, etag: given.get('etag') ?? undefined, kept: given.get('cache-control') };
    };
    for (const path of ['/games', '/games.data']) {
      const first = await ask(path, own);
      expect(first).toEqual({ status: 200, isNamed: true, etag: undefined, kept: 'private, no-store' });
      expect(await ask(path, masked)).toEqual({ ...first, isNamed: false });
      // Nor is a page of visitors kept with the cookie alone, which holds where its owner came from.
      const stranger = await ask(path, 'masquerade=authenticated.st4ff1.%2Fadmin');
      expect([stranger.isNamed, (await ask(path, '')).isNamed]).toEqual([false, false]);
      expect(await ask(path, own)).toEqual(first);
      const { etag } = await ask(path, '');
      expect(await ask(path, own, etag)).toEqual(first);
    }
    expect([(await ask(STAFF_PAGE, own)).status, (await ask(STAFF_PAGE, masked)).status]).toEqual([200, 404]);
    expect((await ask(`${STAFF_PAGE}.data`, masked)).isNamed).toBe(false);
  });
});

test('a deed is in the audit with whoever has done it and their masquerade', async () => {
  const crate = await createCrate(site, 'judged', {});
  const door = openTestApp(site);
  const { cookie } = await door.signIn('super');
  const headers = { ...FORM_HEADERS, cookie: `${cookie}; masquerade=admin.${CAST.super.userId}.%2Fadmin` };
  const etag = (await site.ask('admin', crate)).headers.get('etag');
  const body = new URLSearchParams({
    intent: 'crates.save',
    part: 'facts',
    name: 'Judged',
    maxBytes: '4096',
    etag: JSON.stringify({ etag, name: 'judged', maxBytes: '4096', policy: '{}' }),
  });
  const saved = await door.sendRequest('/admin/crates/judged', { method: 'POST', headers, body: String(body) });
  expect(saved.status).toBe(303);
  const entries = await dataOf<object[]>(await site.ask('admin', '/api/audit?target=crate/judged&limit=1'));
  expect(entries).toMatchObject([{ userId: CAST.super.userId, role: 'super', masquerade: 'admin' }]);
});

describe('the way back from a masquerade', () => {
  const FROM = '/admin/accounts?text=a%20%25&after=x+y';
  const OWN = FORM_HEADERS.origin;
  const VISIT = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };

  /** A browser of which every page has the same cookies. */
  async function openBrowser(who: CastName) {
    const door = openTestApp(site);
    const { cookie } = await door.signIn(who);
    let session = cookie;
    let mask = '';
    const visit = async (address: string, headers: Record<string, string> = {}) => {
      const cookies = [session, mask].filter((part) => part !== '').join('; ');
      const answer = await door.sendRequest(address, { headers: { cookie: cookies, ...VISIT, ...headers } });
      const set = cookiesOf(answer).masquerade;
      if (set !== undefined) mask = set[0] === '' ? '' : `masquerade=${set[0]}`;
      return answer;
    };
    return {
      visit,
      begin: (address: string, referer: string) => visit(address, { referer }),
      read: async (address: string) => readBanner(await (await visit(address)).text()),
      keep: (value: string) => void (mask = `masquerade=${value}`),
      signIn: async (next: CastName) => void (session = (await door.signIn(next)).cookie),
      mask: () => mask,
    };
  }

  /** What its links lead to. */
  function readBanner(html: string) {
    const [aside = ''] = /<aside aria-labelledby.*?<\/aside>/s.exec(html) ?? [];
    const [back, own] = [/Back to /, /(?:Be yourself again|Stay here)</].map((words) =>
      [...aside.matchAll(/<a href="([^"]*)"[^>]*>([^<]*<)/g)]
        .find(([, , text = '']) => words.test(text))?.[1]
        ?.replaceAll('&amp;', '&'),
    );
    return { role: /seeing this as: (\w+)/.exec(aside)?.[1], back, own };
  }

  test('leads to the very page it began on: from a 404, after other pages, in another role, and it ends there', async () => {
    const browser = await openBrowser('super');
    expect((await browser.begin(`${PAGE}?masquerade=authenticated`, `${OWN}${FROM}`)).headers.get('location')).toBe(
      PAGE,
    );
    const back = `${FROM}&masquerade=super`;
    for (const path of ['/admin/accounts', '/no-such-page', STAFF_PAGE, '/']) {
      expect([path, await browser.read(path)]).toEqual([
        path,
        { role: expect.any(String), back, own: '?masquerade=super' },
      ]);
    }
    await browser.begin('/games?masquerade=staff', `${OWN}/games`);
    expect(await browser.read('/games')).toMatchObject({ role: 'Staff', back });
    expect((await browser.visit(back)).headers.get('location')).toBe(FROM);
    expect(await browser.read('/games')).toEqual({ role: undefined, back: undefined, own: undefined });
  });

  test('is in the data of the next page too, for a tab that was open before', async () => {
    const browser = await openBrowser('staff');
    await browser.begin(`${PAGE}?masquerade=authenticated`, `${OWN}${FROM}`);
    const data = await (await browser.visit('/games.data')).text();
    expect(data).toContain('wayBack');
    expect(data).toContain(JSON.stringify(FROM));
  });

  test('is offered after the sign-out to whom it is of, and to nobody else', async () => {
    const browser = await openBrowser('staff');
    await browser.begin(`${PAGE}?masquerade=authenticated`, `${OWN}${FROM}`);
    await browser.visit('/api/auth/logout', { 'sec-fetch-dest': 'empty' });
    expect(await (await browser.visit('/games')).text()).not.toContain('wayBack');
    for (const who of ['player', 'admin'] as const) {
      await browser.signIn(who);
      expect(await (await browser.visit('/games')).text()).not.toContain('wayBack');
    }
    await browser.signIn('staff');
    expect((await browser.visit(STAFF_PAGE)).status).toBe(200);
    expect(await browser.read('/games')).toEqual({
      role: undefined,
      back: `${FROM}&masquerade=staff`,
      own: '?masquerade=staff',
    });
    await browser.visit('/games?masquerade=staff');
    expect([browser.mask(), await browser.read('/games')]).toEqual([
      '',
      { role: undefined, back: undefined, own: undefined },
    ]);
  });

  test.each([
    ['https://evil.example/admin', undefined],
    ['not an address', undefined],
    ['/admin/accounts//evil.example', '/admin/accounts//evil.example?masquerade=staff'],
    ['//evil.example/admin', '/?masquerade=staff'],
    ['/%09/evil.example', '/?masquerade=staff'],
    ['/\\evil.example', '/?masquerade=staff'],
    ['/api/auth/logout', '/?masquerade=staff'],
    ['/confirmation/x', '/?masquerade=staff'],
    ['/login?returnTo=//evil.example', '/?masquerade=staff'],
    [`/admin/accounts?text=${'x'.repeat(600)}`, '/admin/accounts?masquerade=staff'],
    ['/admin/accounts?masquerade=super&local-cache-id=1&text=a', '/admin/accounts?text=a&masquerade=staff'],
    ['/de-DE/admin', '/de-DE/admin?masquerade=staff'],
  ])('from %s is %s', async (from, back) => {
    const browser = await openBrowser('staff');
    await browser.begin('/games?masquerade=authenticated', from.startsWith('/') ? OWN + from : from);
    expect(await browser.read('/games')).toEqual({ role: 'Player', back, own: '?masquerade=staff' });
  });

  test.each([
    `authenticated.${CAST.staff.userId}.//evil.example`,
    `authenticated.${CAST.staff.userId}.%2F%2Fevil.example`,
    `authenticated.${CAST.staff.userId}.%2F%5Cevil.example`,
    `authenticated.${CAST.staff.userId}.https:%2F%2Fevil.example`,
    `authenticated.${CAST.staff.userId}.%2F%09%2Fevil.example`,
    `authenticated.${CAST.staff.userId}.javascript:alert(1)`,
    `authenticated.${CAST.staff.userId}.%2Fx%22%3E%3Cscript%3E`,
    `authenticated.${CAST.staff.userId}.%ff%`,
    `authenticated.${CAST.super.userId}.%2Fadmin`,
    'authenticated...',
  ])('is on this site also for the forged cookie %s', async (value) => {
    const browser = await openBrowser('staff');
    browser.keep(value);
    const { back = '/', ...banner } = await browser.read('/games');
    expect(banner).toEqual({ role: 'Player', own: '?masquerade=staff' });
    expect(new URL(back, 'http://own').host).toBe('own');
    expect(back).not.toMatch(/["<>]/);
    browser.keep(value.replace('authenticated', 'super'));
    expect((await browser.visit('/admin/apps')).status).toBe(403);
  });
});
