import { beforeAll, describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import { alternatesIn, crawl, decoded, fetchAll, fetchPage, isIndexable, pathOf, thingsIn } from './crawler.ts';
import type { CrawledPage } from './crawler.ts';

/** Where every link is followed; in all other languages the pages of the sitemap are opened. */
const FOLLOWED = ['/en-US', '/ja-JP'];
const IS_FULL = process.env.FULL !== undefined;
/** One in so many addresses of the pages in the sitemap is opened. Each has 15 of them, so that all pages and languages are among those. */
const SHARE = IS_FULL ? 1 : 7;
/** The demo has thousands of levels and players that differ in what stands in them alone. */
const SHARE_OF_PLAYERS = 151;
/** Patch notes link to hundreds of pairs of versions, levels and players to each other, and filters to ever more of them. */
const ALIKE = IS_FULL ? 500 : 4;
const LOCALES = 'en-US ja-JP ko-KR zh-TW zh-CN ru-RU de-DE fr-FR pl-PL pt-BR es-XL es-ES it-IT tr-TR'.split(' ');
/** What machines are led to: the complete ones, and the bare address. */
const LANGUAGES = ['en-US', 'x-default'];
const MINUTES = (IS_FULL ? 30 : 3) * 60_000;

/** By following links. */
let crawled: Map<string, CrawledPage>;
let listed: string[];
/** The pages of the sitemap in every language, and bare. */
let addresses: string[];
/** Both, by their paths. */
let pages: Map<string, CrawledPage>;

beforeAll(async () => {
  const crawls = await Promise.all(FOLLOWED.map((prefix) => crawl(prefix, prefix, ALIKE)));
  crawled = new Map(crawls.flatMap((found) => Array.from(found)));
  listed = await readSitemap();
  const isOpened = (path: string, at: number) => at % (isMadeByPlayers(path) ? SHARE * SHARE_OF_PLAYERS : SHARE) === 0;
  const prefixes = ['', ...LOCALES.map((locale) => `/${locale}`)];
  addresses = [...new Set(listed.map(bare))].flatMap((path) =>
    prefixes.map((prefix) => (prefix !== '' && path === '/' ? prefix : `${prefix}${path}`)),
  );
  const others = await fetchAll(addresses.filter((path, at) => isOpened(path, at) && !crawled.has(path)));
  pages = new Map([...crawled, ...others.map((page): [string, CrawledPage] => [page.path, page])]);
}, MINUTES);

const indexable = (among = pages) => [...among.values()].filter(isIndexable);

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
  expect(crawled.size).toBeGreaterThan(40);
  const others = [...crawled.values()].filter(({ status }) => status !== 200 && status !== 302);
  // Where the topic of a devchat leads to; the blog has none.
  expect(others.map(({ path, status }) => `${path} ${status}`)).toEqual(
    FOLLOWED.map((prefix) => `${prefix}/blog/devchat 301`),
  );
});

test('every page has one h1, one title, one description, no style that its policy refuses, and names the site when shared', () => {
  for (const { path, type, html, status } of pages.values()) {
    if (status !== 200 || !type.startsWith('text/html')) continue;
    const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
    const counted = {
      h1: count(/<h1[ >]/g),
      title: count(/<title>[^<]*\| Rumpus<\/title>|<title>[^<]*Rumpus[^<]*<\/title>/g),
      style: count(/<\w[^>]* style="/g),
      description: count(/<meta name="description" content="[^"]+"/g),
      shared: count(
        /<meta property="og:(?:title|description|url|type|locale|site_name|image|image:alt)" content="[^"]+"/g,
      ),
    };
    expect({ path, ...counted }).toEqual({ path, h1: 1, title: 1, style: 0, description: 1, shared: 8 });
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(decoded(image), path).toMatch(/^https?:\/\//);
  }
});

test('every page that the sitemap lists is there, to be indexed, in the language of its address', () => {
  expect(listed.length).toBeGreaterThan(30 * LANGUAGES.length);
  expect(listed.filter((path) => !addresses.includes(path))).toEqual([]);
  const opened = addresses.flatMap((path) => pages.get(path) ?? []);
  const ours = addresses.filter((path) => !isMadeByPlayers(path));
  expect(opened.length).toBeGreaterThanOrEqual(ours.length / SHARE);
  expect(opened.some(({ path }) => isMadeByPlayers(path))).toBe(true);
  const found = new Set(opened.map(({ path }) => bare(path)));
  expect(ours.map(bare).filter((path) => !found.has(path))).toEqual([]);
  for (const page of opened) {
    const [, lang] = /<html lang="([^"]+)"/.exec(page.html) ?? [];
    expect([page.path, isIndexable(page), lang]).toEqual([page.path, true, languageOf(page.path)]);
  }
});

test('a page names its own address to share, with its language; off the main site none names a canonical one', () => {
  for (const { path, html } of indexable()) {
    const [, shared = ''] = /<meta property="og:url" content="([^"]+)"/.exec(html) ?? [];
    expect(pathOf(decoded(shared))).toBe(path);
  }
  for (const { path, html } of pages.values()) expect([path, html.includes('rel="canonical"')]).toEqual([path, false]);
});

test('the structured data of a page can be read, and say of a game what the page says', () => {
  let [described, games] = [0, 0];
  const languages = new Set<string>();
  for (const { path, html } of pages.values()) {
    const things = thingsIn(html);
    expect([path, things.every((thing) => typeof thing['@type'] !== 'undefined')]).toEqual([path, true]);
    if (things.length > 0) described += 1;
    const game = things.find((thing) => [thing['@type']].flat().includes('VideoGame'));
    if (game === undefined) continue;
    games += 1;
    languages.add(languageOf(path));
    const { name, url, description } = game as Record<string, string>;
    const words = wordsOf(html);
    expect({ path, name, description }).toEqual({ path, name: words.h1, description: expect.any(String) });
    expect(pathOf(url ?? '')).toBe(path);
    expect(words.body, path).toContain(description);
    expect(words.title, path).toContain(name);
    const trail = things.find((thing) => thing['@type'] === 'BreadcrumbList');
    const steps = trail?.itemListElement as { position: number; name: string; item: string }[];
    expect(steps.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect([steps.at(-1)?.name, pathOf(steps.at(-1)?.item ?? '')]).toEqual([name, path]);
  }
  expect([...languages].toSorted()).toEqual(LOCALES.map((locale) => languageOf(`/${locale}`)).toSorted());
  expect(games).toBeGreaterThan((5 * LOCALES.length) / SHARE);
  expect(described - games).toBeGreaterThanOrEqual(LOCALES.length);
});

describe('the alternates of a page', () => {
  test('are the complete languages and x-default, with the page itself among them in one of those', () => {
    for (const { path, html } of indexable()) {
      const alternates = alternatesIn(html);
      expect([path, Object.keys(alternates)]).toEqual([path, LANGUAGES]);
      if (LANGUAGES.includes(languageOf(path))) expect(Object.values(alternates)).toContain(path);
    }
  });

  test('exist, each in its own language, and name the same set', () => {
    const named = new Map([...pages.values()].map(({ path, html }) => [path, alternatesIn(html)]));
    // Of those that are listed and not opened, the sitemap says that they are there.
    const isListed = new Set(listed);
    for (const { path } of indexable()) {
      const alternates = named.get(path) ?? {};
      for (const [language, other] of Object.entries(alternates)) {
        const same = named.get(other) ?? (isListed.has(other) || isMadeByPlayers(other) ? alternates : undefined);
        expect([path, other, same]).toEqual([path, other, alternates]);
        expect([other, languageOf(other)]).toEqual([other, language === 'x-default' ? 'en-US' : language]);
      }
    }
  });

  test('are none where a page is not to be indexed', () => {
    for (const page of pages.values()) {
      if (!isIndexable(page)) expect([page.path, alternatesIn(page.html)]).toEqual([page.path, {}]);
    }
  });
});

/** There may be a million: the sitemap has the newest of the halls, which lead to the rest. */
const isMadeByPlayers = (path: string) =>
  /\/games\/levelhead\/(?:levels|playlists)\/|\/players\/|\/feedbag\/[^/]+\/entries\//.test(path);

describe('the sitemap', () => {
  test('has every page that a crawler finds and may index, once', () => {
    expect(new Set(listed).size).toBe(listed.length);
    expect(
      indexable(crawled)
        .map(({ path }) => path)
        .filter((path) => !listed.includes(bare(path)) && !isMadeByPlayers(path)),
    ).toEqual([]);
  });

  test('has nothing else of ours but posts that no page links to yet, the targets of forms, and what these link to', () => {
    const ours = listed.filter((path) => path.startsWith('/en-US') && !isMadeByPlayers(path));
    const beside = ours.filter((path) => !crawled.has(path));
    expect(beside.filter((path) => !/^\/en-US\/(?:post\/|telegrams(?:\/archive)?$)/.test(path))).toEqual([]);
  });

  test('has the same pages in every complete language', () => {
    const times = new Map<string, number>();
    for (const path of listed) times.set(bare(path), (times.get(bare(path)) ?? 0) + 1);
    expect([...times].filter(([, count]) => count !== LANGUAGES.length)).toEqual([]);
  });
});

test('a page and its address with a query name the same address to share', async () => {
  const { html } = await fetchPage('/ja-JP/about?utm_source=x&error=%22y%22');
  expect(pathOf(decoded(/<meta property="og:url" content="([^"]+)"/.exec(html)?.[1] ?? ''))).toBe('/ja-JP/about');
});

/** The address of the same page without a language. */
function bare(path: string): string {
  return path.replace(/^\/[a-z]{2}-[A-Z]{2}(?=\/|$)/, '') || '/';
}

/** The language of an address: that of its first segment; without one it is English for who asks for none. */
function languageOf(path: string): string {
  const [, locale] = /^\/([a-z]{2}-[A-Z]{2})(?=\/|$)/.exec(path) ?? [];
  return locale === undefined ? 'en-US' : locale === 'es-XL' ? 'es-419' : locale;
}

/** What a reader of the page reads: its title, its heading, and everything in its body. */
function wordsOf(html: string): { title: string; h1: string; body: string } {
  const inside = (pattern: RegExp) => decoded((pattern.exec(html)?.[1] ?? '').replaceAll(/<[^>]*>/g, ''));
  return {
    title: inside(/<title>(.*?)<\/title>/s),
    h1: inside(/<h1[^>]*>(.*?)<\/h1>/s),
    body: inside(/<main[^>]*>(.*?)<\/main>/s),
  };
}
