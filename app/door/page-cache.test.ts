import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import type { CastName } from '#test/cast.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, parametersHeader } from '#test/storage.ts';

import { PageCache } from './page-cache.server.ts';
import { systemCurrent } from './parts.server.ts';

const site = useTestSite();
const ACCEPT = { accept: 'text/html', 'accept-language': 'en-US' };
let posts: string;

beforeAll(async () => {
  posts = await createCrate(site, 'posts');
  await createItem(site, posts, 'creator', { name: 'first', map: mapOf('The first post') });
});

function mapOf(title: string) {
  return { title, blurb: 'What it is about.', date: '2026-11-01T00:00:00Z' };
}

async function look(path = '/', headers: Record<string, string> = {}, who?: CastName, on: TestSite = site) {
  const response = await on.ask(who, path, { headers: { ...ACCEPT, ...headers } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const rendered = vi.spyOn(PageCache.prototype, 'keep');
afterAll(() => rendered.mockRestore());

async function countRenders(path: string): Promise<number> {
  rendered.mockClear();
  expect((await look(path)).status).toBe(200);
  return rendered.mock.calls.length;
}

describe('the cached page of visitors without a session', () => {
  test.each(['/', '/post/first', '/games/crashlands-2', '/about', '/terms', '/ja-JP/games'])(
    '%s is rendered once, and again after a minute',
    async (path) => {
      // A notification of what was written before may come late, and then the page is rendered once more.
      await expect.poll(() => countRenders(path)).toBe(0);
      const { headers } = await look(path);
      expect(headers.get('etag')).toMatch(/^".{22}"$/);
      expect((await look(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
      site.clock.now = new Date(Math.max(Date.now(), site.clock.now.getTime()) + 60_001);
      expect(await countRenders(path)).toBe(1);
      await expect.poll(() => countRenders(path)).toBe(0);
    },
  );

  test('differs by locale, whether by address, cookie or header', async () => {
    // What is kept by now would be anybody's.
    await expect.poll(() => countRenders('/')).toBe(0);
    const [english, german] = [await look(), await look('/', { 'accept-language': 'de' })];
    expect(english.html).toContain('<html lang="en-US"');
    expect(german.html).toContain('<html lang="de-DE"');
    expect((await look('/', { cookie: 'locale=ja-JP' })).html).toContain('<html lang="ja-JP"');
    expect(english.headers.get('vary')).toBe('accept-encoding, accept-language, cookie');
    expect((await look()).html).toContain('<html lang="en-US"');
  });

  test('allows its inline scripts by their hashes, and no others', async () => {
    const { headers, html } = await look();
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = [...html.matchAll(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script>/g)]
      .filter(([, attributes = '']) => !attributes.includes('src=') && !attributes.includes('ld+json'))
      .map(([, , script = '']) => createHash('sha256').update(script).digest('base64'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const hash of scripts) expect(policy).toContain(`'sha256-${hash}'`);
    expect(html).not.toContain('nonce=');
    expect(policy).not.toContain('nonce-');
    expect(policy).not.toContain('unsafe');
  });

  test('gives its forms no key, which two visitors would share, where a page of one visitor has its own', async () => {
    const keysIn = (html: string) =>
      [...html.matchAll(/<input [^>]*name="formKey"[^>]*>/g)].map(([input]) => /value="([^"]*)"/.exec(input)?.[1]);
    const kept = keysIn((await look()).html);
    expect([kept.length > 0, kept.filter((key) => key !== undefined)]).toEqual([true, []]);
    const [[one], [other]] = [keysIn((await look('/login')).html), keysIn((await look('/login')).html)];
    expect([one?.length, one === other]).toEqual([43, false]);
  });

  test('is not stored by a HEAD, but answers one', async () => {
    const head = () => site.ask(undefined, '/games/levelhead', { method: 'HEAD', headers: ACCEPT });
    expect((await head()).status).toBe(200);
    const { html, headers } = await look('/games/levelhead');
    expect(html).toContain('<h1');
    expect((await head()).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('loads its scripts after everything visible, and then all of them at once', async () => {
    const { html } = await look();
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('<script type="module"');
    const [, imports] = /<script type="text\/plain" data-later="" data-imports="([^"]+)">/.exec(html) ?? [];
    const made = await (await site.ask(undefined, '/?made=anew', { headers: ACCEPT })).text();
    const preloads = [...made.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href);
    expect(preloads.length).toBeGreaterThan(1);
    expect(imports?.split(' ')).toEqual(preloads);
  });

  test('is compressed as the browser accepts, with the same content', async () => {
    const plain = await look();
    const response = await site.ask(undefined, '/', { headers: { ...ACCEPT, 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const unzipped = new Response(response.body?.pipeThrough(new DecompressionStream('gzip')));
    expect(await unzipped.text()).toBe(plain.html);
  });
});

test('nonces and scripts in the text of a post stay, and do not run', async () => {
  const body = 'Write `<script nonce="abc">alert(1)</script>` and nonce="abc".';
  const parameters = { name: 'nonces', map: mapOf('Of nonces') };
  const headers = { ...parametersHeader(parameters), 'if-match': '*', 'content-type': 'text/markdown' };
  await site.ask('creator', `${posts}/items`, { method: 'POST', headers, body });
  const { html } = await look('/post/nonces');
  expect(html.match(/(script|and) nonce="abc"/g)).toEqual(['script nonce="abc"', 'and nonce="abc"']);
});

describe('a change of what a page shows', () => {
  test('is on the next response when a post is created, renamed, hidden or deleted', async () => {
    await look();
    const { itemId } = await createItem(site, posts, 'creator', { name: 'second', map: mapOf('The second post') });
    expect((await look()).html).toContain('The second post');
    const item = `${posts}/items/${itemId}`;
    const patch = { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' } };
    await site.ask('creator', `${item}/metadata`, { ...patch, body: JSON.stringify({ map: mapOf('Renamed') }) });
    expect((await look()).html).toContain('Renamed');
    await site.ask('creator', `${item}/metadata`, { ...patch, body: JSON.stringify({ tags: ['hidden'] }) });
    expect((await look()).html).not.toContain('Renamed');
    expect((await look('/post/second')).status).toBe(404);
    await site.ask('creator', item, { method: 'DELETE' });
    expect((await look('/post/second')).status).toBe(404);
  });

  test('is on the next response after each of many parallel writes', async () => {
    for (let round = 0; round < 10; round += 1) {
      await createItem(site, posts, 'creator', { name: `round-${round}`, map: mapOf(`Round ${round}.`) });
      expect((await look()).html).toContain(`Round ${round}.`);
    }
  });

  test('is on the next response when the alias of an author changes', async () => {
    await look();
    await setAlias(systemCurrent(site.parts), DEFAULT_CONTEXT, CAST.creator.userId, 'Freshly Named');
    expect((await look()).html).toContain('Freshly Named');
  });

  test('is on the next response when a crate is closed to the public', async () => {
    await look('/post/first');
    const policy = (list: string[]) => ({ method: 'PUT', body: { policy: { ...OPEN_POLICY, list, read: list } } });
    await site.ask('admin', posts, policy(['staff']));
    expect((await look('/post/first')).status).not.toBe(200);
    await site.ask('admin', posts, policy(['public']));
    expect((await look('/post/first')).status).toBe(200);
  });

  test('is on the next response when the file of a download in a post changes, or is hidden', async () => {
    const library = await createCrate(site, 'library');
    const { itemId } = await createItem(site, library, 'creator', { name: 'map' }, 'x'.repeat(1200));
    const text = '::download[The map]{item=library/map}';
    await createItem(site, posts, 'creator', { name: 'with-map', map: mapOf('With a map') }, text);
    const path = '/post/with-map';
    await expect.poll(() => countRenders(path)).toBe(0);
    expect((await look(path)).html).toContain('1.2 kB');
    const body = 'x'.repeat(3400);
    await site.ask('creator', `${library}/items/${itemId}`, { method: 'PUT', body, headers: { 'if-match': '*' } });
    expect((await look(path)).html).toContain('3.4 kB');
    await expect.poll(() => countRenders(path)).toBe(0);
    await site.ask('creator', `${library}/items/${itemId}/metadata`, { method: 'PATCH', body: { tags: ['hidden'] } });
    expect((await look(path)).html).not.toContain('3.4 kB');
  });

  test('by another process is shown as soon as it is notified', async () => {
    const other = await site.openBeside();
    try {
      const etag = (await look('/', {}, undefined, other)).headers.get('etag') ?? '';
      await createItem(site, posts, 'creator', { name: 'beside', map: mapOf('Written beside') });
      await expect
        .poll(async () => (await look('/', { 'if-none-match': etag }, undefined, other)).html)
        .toContain('Written beside');
    } finally {
      await other.close();
    }
  });
});

describe('a page of one user is never cached', () => {
  test('with a session it has a nonce and no etag, and is not stored', async () => {
    await look();
    const { headers, html } = await look('/', {}, 'staff');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-security-policy')).toContain("'nonce-");
    expect(html).toContain('How Many Dudes?');
    expect((await look()).html).not.toContain('How Many Dudes?');
  });

  test.each(['/ABOUT', '/about/', '/about//', '/%61bout', '/de-DE/', '/games/Crashlands-2'])(
    '%s redirects to the canonical path, and is not cached itself',
    async (path) => {
      const response = await site.ask(undefined, `${path}?a=b`, { headers: ACCEPT });
      const address = path.toLowerCase().replace('%61', 'a').replace(/\/+$/, '').replace('de-de', 'de-DE');
      expect([response.status, response.headers.get('location')]).toEqual([308, `${address}?a=b`]);
    },
  );

  test('endless slashes redirect to the page, and take no memory', async () => {
    const response = await site.ask(undefined, `/about${'/'.repeat(5000)}`, { headers: ACCEPT });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/about']);
  });

  test.each(['/?error=Something', '/games/rumpus-pack', '/no-such-page', '/linkout?url=https%3A%2F%2Fexample.com'])(
    '%s is not cached either',
    async (path) => {
      await look(path);
      expect((await look(path)).headers.get('etag')).toBeNull();
    },
  );
});
