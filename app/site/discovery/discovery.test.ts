import { describe, expect, test } from 'vitest';

import { LOCALES, alternates, isComplete } from '#app/current/locale.ts';
import { studio } from '#content/studio.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { manifest } from './discovery.server.ts';
import { DISCOVERY } from './discovery.ts';
import { PART_PAGES } from './sitemap.server.ts';

const site = useTestSite();
const MAIN = { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' };

const TYPES: Record<string, string> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/sitemap/:part': 'application/xml; charset=utf-8',
  '/manifest.webmanifest': 'application/manifest+json',
  '/favicon.ico': 'image/x-icon',
  '/apple-touch-icon.png': 'image/png',
  '/icon-192.png': 'image/png',
  '/icon-512.png': 'image/png',
  '/icon-maskable-512.png': 'image/png',
  '/.well-known/security.txt': 'text/plain; charset=utf-8',
};

test.each(DISCOVERY)('%s answers with its type, and 304 for its etag', async (address) => {
  const path = address.replace(':part', '1.xml');
  const answer = await site.ask(undefined, path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, TYPES[address]]);
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  const etag = answer.headers.get('etag') ?? '';
  expect((await site.ask(undefined, path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await site.ask(undefined, path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test.each(['/sitemap/0.xml', '/sitemap/9.xml', '/sitemap/x.xml', '/sitemap/1', '/icon-64.png', '/.well-known/other'])(
  '%s answers 404',
  async (path) => expect((await site.ask(undefined, path)).status).toBe(404),
);

/** Of a page: one in each complete locale, and the bare one. */
const ADDRESSES = LOCALES.filter(isComplete).length + 1;

describe('the sitemap', () => {
  test('lists the public pages in every complete locale, newest posts first, for every role', async () => {
    const crate = await createCrate(site, 'posts');
    for (const [name, tags] of [
      ['listed', ['topic:x']],
      ['kept-back', ['hidden']],
      ['by-link', ['unlisted']],
    ] as const) {
      await createItem(site, crate, 'creator', { name, tags: [...tags], map: { image: 'a-picture' } });
    }
    for (const who of [undefined, 'super'] as const) {
      const xml = await (await site.ask(who, '/sitemap/1.xml')).text();
      const paths = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => new URL(loc ?? '').pathname);
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths.length % ADDRESSES).toBe(0);
      expect(paths).toEqual(expect.arrayContaining(['/', '/en-US', '/terms', '/games/levelhead', '/post/listed']));
      for (const path of ['kept-back', 'by-link', 'how-many-dudes', 'rumpus-pack', 'linkout', 'dev/', 'login/']) {
        expect(xml).not.toContain(path);
      }
      expect(xml.match(/<image:loc>[^<]*\/media\/[^<]*a-picture[^<]*<\/image:loc>/g)).toHaveLength(ADDRESSES);
      const [, links] = /<loc>[^<]*\/post\/listed<\/loc><lastmod>[^<]*Z<\/lastmod>(.*?)<\/url>/.exec(xml) ?? [];
      const alternateLinks = [...(links ?? '').matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)];
      expect(alternateLinks.map(([, hreflang, href]) => ({ hreflang, href }))).toEqual(
        alternates('/post/listed', site.parts.config.publicUrl),
      );
    }
  });

  test('has parts of at most 10,000 addresses, on the public address of the site', async () => {
    expect(PART_PAGES * ADDRESSES).toBeLessThanOrEqual(10_000);
    const xml = await (await openTestApp(site, MAIN).sendRequest('/sitemap.xml')).text();
    expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
      'https://www.rumpus.example/sitemap/1.xml',
    ]);
  });
});

test('robots.txt allows only production, without its calls', async () => {
  const robotsOf = async (variables: Record<string, string>) =>
    (await openTestApp(site, variables).sendRequest('/robots.txt')).text();
  expect(await robotsOf(MAIN)).toBe(
    'User-agent: *\nAllow: /api/docs/community-edition\nDisallow: /api/\n\nSitemap: https://www.rumpus.example/sitemap.xml\n',
  );
  for (const stage of ['dev', 'sandbox', 'beta']) {
    const variables = { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` };
    expect(await robotsOf(variables)).toBe('User-agent: *\nDisallow: /\n');
  }
});

test('security.txt has the fields of RFC 9116 and expires in half a year', async () => {
  const text = await (await openTestApp(site, MAIN).sendRequest('/.well-known/security.txt')).text();
  const fields = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe(studio.securityContact);
  expect(fields.get('Canonical')).toBe('https://www.rumpus.example/.well-known/security.txt');
  const days = (Date.parse(fields.get('Expires') ?? '') - site.parts.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(178);
  expect(days).toBeLessThan(366);
  expect((await site.ask(undefined, new URL(fields.get('Policy') ?? '').pathname)).status).toBe(200);
});

test('the PNG icons of the manifest have their size', async () => {
  const drawn = manifest.icons.filter(({ src }) => src.endsWith('.png'));
  expect(drawn).toHaveLength(3);
  for (const { src, sizes } of drawn) {
    const bytes = Buffer.from(await (await site.ask(undefined, src)).arrayBuffer());
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});
