import { beforeAll, describe, expect, test } from 'vitest';

import { alternatesIn, crawl, decoded, fetchPage, isIndexable, pathOf } from './crawler.ts';
import type { CrawledPage } from './crawler.ts';
import { ask } from './client.ts';

/** Crawled whole; of the others a part is looked at. */
const WHOLE = ['/en-US', '/ja-JP'];
const LANGUAGES =
  'en-US ja-JP ko-KR zh-TW zh-CN ru-RU de-DE fr-FR pl-PL pt-BR es-419 es-ES it-IT tr-TR x-default'.split(' ');
const MINUTES = 3 * 60_000;

let pages: Map<string, CrawledPage>;
let listed: string[];

beforeAll(async () => {
  const crawls = await Promise.all(WHOLE.map((prefix) => crawl(prefix, prefix)));
  pages = new Map(crawls.flatMap((crawled) => Array.from(crawled)));
  listed = await readSitemap();
}, MINUTES);

const indexable = () => [...pages.values()].filter(isIndexable);

/** All addresses of the sitemap, part by part, as paths. */
async function readSitemap(): Promise<string[]> {
  const index = (await ask(undefined, 'GET /sitemap.xml')).text;
  const parts = await Promise.all(locsIn(index).map(async (part) => (await ask(undefined, `GET ${part}`)).text));
  return parts.flatMap(locsIn);
}

function locsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => pathOf(decoded(loc)));
}

test('from the home page every link leads to a page or a document that is there', () => {
  expect(pages.size).toBeGreaterThan(40);
  const broken = [...pages.values()].filter(({ status }) => status !== 200 && status !== 302);
  expect(broken.map(({ path, status }) => `${path} ${status}`)).toEqual([]);
});

test('every page has one h1, one title, one description, and names the site as shared things are named', () => {
  for (const { path, type, html, status } of pages.values()) {
    if (status !== 200 || !type.startsWith('text/html')) continue;
    const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
    const counted = {
      h1: count(/<h1[ >]/g),
      title: count(/<title>[^<]*\| Rumpus<\/title>|<title>[^<]*Rumpus[^<]*<\/title>/g),
      description: count(/<meta name="description" content="[^"]+"/g),
      shared: count(
        /<meta property="og:(?:title|description|url|type|locale|site_name|image|image:alt)" content="[^"]+"/g,
      ),
    };
    expect({ path, ...counted }).toEqual({ path, h1: 1, title: 1, description: 1, shared: 8 });
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(decoded(image), path).toMatch(/^https?:\/\//);
  }
});

test('no page off the main site names a canonical address', () => {
  for (const { path, html } of pages.values()) expect([path, html.includes('rel="canonical"')]).toEqual([path, false]);
});

test('what describes a page to machines can be read, and names the studio or the page', () => {
  let found = 0;
  for (const { path, html } of pages.values()) {
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)) {
      found += 1;
      const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] };
      expect([path, things.every((thing) => typeof thing['@type'] !== 'undefined')]).toEqual([path, true]);
      const game = things.find((thing) => [thing['@type']].flat().includes('VideoGame'));
      if (game !== undefined) {
        expect(decoded(html)).toContain(`<h1`);
        expect(pathOf(String(game.url))).toBe(path);
        expect(decoded(/<title>([^<]*)/.exec(html)?.[1] ?? '')).toContain(String(game.name));
      }
    }
  }
  expect(found).toBeGreaterThan(WHOLE.length * 2);
});

describe('the alternates of a page', () => {
  test('are the 14 languages and x-default, with the page itself among them', () => {
    for (const { path, html } of indexable()) {
      const alternates = alternatesIn(html);
      expect([path, Object.keys(alternates)]).toEqual([path, LANGUAGES]);
      expect(Object.values(alternates)).toContain(path);
    }
  });

  test('point back', () => {
    for (const { path, html } of indexable()) {
      const alternates = alternatesIn(html);
      for (const other of Object.values(alternates)) {
        const page = pages.get(other);
        if (page !== undefined) expect([path, other, alternatesIn(page.html)]).toEqual([path, other, alternates]);
      }
    }
  });

  test('are there in every other language, each in its own', async () => {
    const some = ['/en-US', '/en-US/games/levelhead', '/en-US/terms', '/en-US/about'];
    for (const path of some) {
      const alternates = alternatesIn(pages.get(path)?.html ?? '');
      for (const [language, other] of Object.entries(alternates)) {
        const page = await fetchPage(other);
        expect([other, isIndexable(page), alternatesIn(page.html)]).toEqual([other, true, alternates]);
        const lang = /<html lang="([^"]+)"/.exec(page.html)?.[1];
        expect([other, lang]).toEqual([other, language === 'x-default' ? 'en-US' : language]);
      }
    }
  });

  test('are none where a page is not to be indexed', () => {
    for (const page of pages.values()) {
      if (!isIndexable(page)) expect([page.path, alternatesIn(page.html)]).toEqual([page.path, {}]);
    }
  });
});

describe('the sitemap', () => {
  test('has every page that a crawler finds and may index, once', () => {
    expect(new Set(listed).size).toBe(listed.length);
    expect(
      indexable()
        .map(({ path }) => path)
        .filter((path) => !listed.includes(path)),
    ).toEqual([]);
  });

  test('has nothing else: what no page links to yet are posts and what a form leads to, and they are there', async () => {
    const crawled = new Set(indexable().map(({ path }) => path));
    const beside = listed.filter((path) => path.startsWith('/en-US') && !crawled.has(path));
    expect(beside.filter((path) => !/^\/en-US\/(?:post\/|telegrams$)/.test(path))).toEqual([]);
    for (const path of beside) expect([path, isIndexable(await fetchPage(path))]).toEqual([path, true]);
  });

  test('has the same pages in every language', () => {
    const bare = (path: string) => path.replace(/^\/[a-z]{2}-[A-Z]{2}(?=\/|$)/, '') || '/';
    const times = new Map<string, number>();
    for (const path of listed) times.set(bare(path), (times.get(bare(path)) ?? 0) + 1);
    expect([...times].filter(([, count]) => count !== LANGUAGES.length)).toEqual([]);
  });
});

test('a page and its address with a query name the same address to share', async () => {
  const { html } = await fetchPage('/ja-JP/about?utm_source=x&error=%22y%22');
  expect(pathOf(decoded(/<meta property="og:url" content="([^"]+)"/.exec(html)?.[1] ?? ''))).toBe('/ja-JP/about');
});
