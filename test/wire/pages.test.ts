import { createHash } from 'node:crypto';

import { describe, expect, inject, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import type { WireReply } from './client.ts';

const HTML = { accept: 'text/html' };
const ORIGIN = new URL(process.env.BASE_URL ?? '').origin;

function page(path: string, headers: Record<string, string> = {}, who?: WireCastName): Promise<WireReply> {
  return ask(who, `GET ${path}`, { headers: { ...HTML, ...headers } });
}

function policyOf({ headers }: WireReply): Map<string, string[]> {
  const rules = (headers['content-security-policy'] ?? '').split('; ').map((rule) => rule.split(' '));
  return new Map(rules.map(([name = '', ...sources]) => [name, sources]));
}

describe.each(['/', '/ja-JP', '/no-such-page', '/post/no-such-post', '/games/levelhead', '/%ff'])('%s', (path) => {
  test('has a policy that lets our own scripts run, by their hashes or a fresh nonce each time, and frames nowhere', async () => {
    const [one, two] = [await page(path), await page(path)];
    const nonces = [one, two].map((reply) => {
      const policy = policyOf(reply);
      expect(policy.get('default-src')).toEqual(["'self'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('object-src')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('form-action')).toEqual(["'self'"]);
      expect([...policy.values()].flat()).not.toContain("'unsafe-inline'");
      expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
      const allowed = policy.get('script-src') ?? [];
      const inline = [...reply.text.matchAll(/<script((?![^>]*\bsrc=|[^>]*ld\+json)[^>]*)>([\s\S]*?)<\/script>/g)];
      for (const [, attributes = '', script = ''] of inline) {
        const nonce = /nonce="([^"]{22,})"/.exec(attributes)?.[1];
        const hash = createHash('sha256').update(script).digest('base64');
        expect(allowed).toContain(nonce === undefined ? `'sha256-${hash}'` : `'nonce-${nonce}'`);
      }
      return /'nonce-[^']+'/.exec(allowed.join(' '))?.[0];
    });
    if (nonces[0] !== undefined) expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('has the other headers of a page', async () => {
    const { headers } = await page(path);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // What nobody is signed in for is kept, and asked for again each time.
      'cache-control': headers.etag === undefined ? 'private, no-store' : 'private, no-cache',
      'x-request-id': expect.stringMatching(/./),
      'rumpus-version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    // HSTS on localhost would lock the machine's other servers out.
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a page that is not there', () => {
  test.each(['/no-such-page', '/xx-XX', '/ja-JP/no-such-page', '/post/no-such-post', '/games/none', '/404', '/%ff'])(
    'is the error page with 404, not to be indexed: %s',
    async (path) => {
      const reply = await page(path);
      expect(reply.status).toBe(404);
      expect(reply.text).toMatch(/We don(&#x27;|')t have what you(&#x27;|')re looking for\./);
      expect(reply.text).toContain('<meta name="robots" content="noindex"/>');
      expect(reply.text).toContain('<meta name="prerender-status-code" content="404"/>');
      expect(reply.text).toMatch(/<title>[^<]*404 \| Rumpus<\/title>/);
      const drawing = path.startsWith('/ja-JP') ? '[^"]+' : 'Someone shrugging, palms up';
      expect(reply.text).toMatch(new RegExp(`<main.*<(?:img|svg)[^>]*(?:alt|aria-label)="${drawing}"`, 's'));
      expect(reply.text).toContain(reply.headers['x-request-id']);
    },
  );

  test('answers 404 to `HEAD` too', async () => {
    const reply = await ask(undefined, 'HEAD /no-such-page', { headers: HTML });
    expect([reply.status, reply.bytes.length]).toEqual([404, 0]);
  });

  test.each(['//a.example/', '/%2f%2fa.example', '/%5ca.example', '/ja-JP//a.example'])(
    'redirects to no other site: %s',
    async (path) => {
      const reply = await page(path);
      expect([reply.status, reply.headers.location]).toEqual([404, undefined]);
    },
  );
});

test.each([400, 401, 403, 404, 429, 418, 500, 503])(
  'a three-digit path starting with 4 or 5 shows the error page with that status: /%i',
  async (status) => {
    const reply = await ask(undefined, `GET /${status}`, { headers: HTML, expects: status });
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(`<meta name="prerender-status-code" content="${status}"/>`);
  },
);

test('hidden posts are pages for staff alone, with a lock', async () => {
  const posts = await ask('staff', 'GET /api/storage/crates/posts/items?tags=hidden');
  const name = posts.items[0]?.name;
  expect(name).toMatch(/./);
  expect((await page(`/post/${name}`)).status).toBe(404);
  expect((await page(`/post/${name}`, {}, 'player')).status).toBe(404);
  const locked = await page(`/post/${name}`, {}, 'staff');
  expect([locked.status, locked.text.includes('Not visible on site')]).toEqual([200, true]);
});

test('unlisted posts are pages for anyone with their address, and say so; others do not', async () => {
  const posts = await ask('staff', 'GET /api/storage/crates/posts/items?tags=unlisted');
  const unlisted = await page(`/post/${posts.items[0]?.name}`);
  expect([unlisted.status, unlisted.text.includes('Visible only with direct link')]).toEqual([200, true]);
  const { text } = await page('/post/counting-cookies-with-sixty-four-hands');
  expect(text).not.toContain('Visible only with direct link');
});

test('the home page shows the two newest posts of the search, and a new one at once', async () => {
  const posts = '/api/storage/crates/posts/items';
  const query = 'tags=-hidden,-unlisted,-topic:devchat&sort=createdAt&limit=2';
  const found = await ask(undefined, `GET ${posts}?${query}`);
  const [newest, second] = found.items.map(({ name }) => name);
  const home = async () => {
    const { text } = await page('/');
    const names = text.matchAll(/href="(?:\/[a-z]{2}-[A-Z]{2})?\/post\/([^"?#]+)/g);
    return { text, shown: [...new Set([...names].map(([, name]) => name))] };
  };
  const { text, shown } = await home();
  expect(shown).toEqual([newest, second]);
  expect(text).toContain('href="/games/crashlands-2"');

  const name = `walking-post-${inject('run')}`;
  const map = { title: 'The walking post', blurb: 'On two feet.', image: 'four-arms' };
  const { item } = await ask('staff', `POST ${posts}`, {
    headers: { 'content-type': 'text/markdown' },
    parameters: { name, map, tags: ['topic:blog'] },
    body: 'It walks.',
  });
  const after = await home();
  const removed = await ask('staff', `DELETE ${posts}/${item.itemId}`);
  expect(after.shown).toEqual([name, newest]);
  expect(after.text).toMatch(/By (?:<[^>]*>)*Waffle Lieutenant(?:<[^>]*>)*\s*(?:<[^>]*>)* ?· /);
  expect([removed.status, (await home()).shown]).toEqual([204, [newest, second]]);
});

test('every page of a test version names it, and its footer the version of the site', async () => {
  for (const path of ['/', '/games/levelhead', '/post/four-arms-on-purpose', '/dev/mail']) {
    const { text, headers } = await page(path);
    expect(text, path).toMatch(/<aside[^>]*aria-label="Test version".*?Localhost/s);
    const footer = text
      .slice(text.lastIndexOf('<footer'), text.lastIndexOf('</footer>'))
      .replaceAll(/<!--.*?-->|<[^>]+>/gs, '');
    expect(footer, path).toMatch(/© \d{4} Rumpus\./);
    expect(footer, path).toContain(headers['rumpus-version']);
  }
});

describe('a page is compressed in the accepted encoding', () => {
  test.each([
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['identity', undefined],
  ])('%s', async (accepted, encoding) => {
    const { headers } = await page('/', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    if (encoding !== undefined) expect(headers.vary).toContain('accept-encoding');
  });
});

test('a page restores the lost XSRF token of a session', async () => {
  const { cookie, xsrf } = inject('cast').staff;
  const session = cookie.split('; ').find((one) => one.startsWith('session=')) ?? '';
  const { headers } = await page('/', { cookie: session });
  expect(headers['set-cookie']).toMatch(new RegExp(`^XSRF-TOKEN=${xsrf}; Path=/; Max-Age=\\d+; SameSite=Lax$`));
  expect((await page('/', { cookie })).headers['set-cookie']).toBeUndefined();
});

describe('the page that signs in during development', () => {
  const path = new URL(inject('cast').player.url).pathname;

  test('has one button, which only our own page may submit', async () => {
    const { text, status } = await page(path);
    const [main = ''] = /<main.*<\/main>/s.exec(text) ?? [];
    expect([status, main.match(/<button[^>]*type="submit"/g)?.length]).toEqual([200, 1]);
    const strangers: Record<string, string>[] = [
      {},
      { origin: 'https://a.example' },
      { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of strangers) {
      const reply = await ask(undefined, `POST ${path}`, { headers: { ...HTML, ...headers }, body: '' });
      expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
    }
    const pressed = await ask(undefined, `POST ${path}`, {
      headers: {
        ...HTML,
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: '',
    });
    expect(pressed.status).toBe(302);
    const [session = '', xsrf = ''] = (pressed.headers['set-cookie'] ?? '').split('\n');
    expect(session).toMatch(/^session=[^;]+;.*SameSite=Lax; HttpOnly$/);
    expect(xsrf).toMatch(/^XSRF-TOKEN=[^;]+;.*SameSite=Lax$/);
    const me = await ask(undefined, 'GET /api/auth/accounts/@me', { headers: { cookie: session.split(';')[0] ?? '' } });
    expect(me.data()).toMatchObject({ userId: inject('cast').player.userId });
  });

  test('refuses a ticket that was not made here', async () => {
    for (const ticket of ['x', `${path.split('/').at(-1)}x`, '%00']) {
      expect((await page(`/dev/sign-in/${ticket}`)).status).toBe(404);
    }
  });
});
