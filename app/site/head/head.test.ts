import { beforeAll, describe, expect, test } from 'vitest';

import { LOCALES, getText, htmlLang, isComplete, localePath } from '#app/current/locale.ts';
import { studio } from '#content/studio.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const ORIGIN = 'https://www.rumpus.example';
const CARDS = new Map([
  ['/about', 'page/about'],
  ['/games', 'page/games'],
  ['/telegrams', 'page/telegrams'],
  ['/rumpus-ce', 'page/rumpus-ce'],
  ['/changelog', 'changelog/rumpus'],
  ['/changelogs/rumpus-ce', 'changelog/rumpus-ce'],
  ['/games/levelhead', 'game/levelhead'],
  ['/terms', 'policy/terms'],
]);
const HOSTILE = '</title></script><script>alert(1)</script>';

beforeAll(async () => {
  const crate = await createCrate(site, 'posts');
  const map = { title: HOSTILE, blurb: '"><script>alert(2)</script>', date: '2026-11-01T00:00:00Z' };
  await createItem(site, crate, 'creator', { name: 'hostile', map });
});

async function mainSite(path: string): Promise<string> {
  return (await openTestApp(site, { STAGE: 'www', PUBLIC_URL: ORIGIN }).sendRequest(path)).text();
}

/** The contents of the meta tags by `property` or `name`. */
function tagsOf(html: string): Record<string, string[]> {
  const tags: Record<string, string[]> = {};
  for (const [, name = '', content = ''] of html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)) {
    tags[name] = [...(tags[name] ?? []), content];
  }
  return tags;
}

const hasAddress = (html: string) => [/rel="canonical"/.test(html), /rel="alternate" hrefLang/.test(html)];

describe('the share tags of a page', () => {
  test('have title, description, picture, address, type, language and site', async () => {
    const tags = tagsOf(await mainSite('/es-XL/about?x=1'));
    expect(tags['og:url']).toEqual([`${ORIGIN}/es-XL/about`]);
    expect(tags['og:type']).toEqual(['website']);
    expect(tags['og:locale']).toEqual(['es_LA']);
    expect(tags['og:locale:alternate']).toHaveLength(13);
    expect(tags['og:locale:alternate']).not.toContain('es_LA');
    expect(tags['og:site_name']).toEqual(['Rumpus']);
    expect(tags['og:image']?.[0]).toMatch(/^https:\/\/www\.rumpus\.example\/media\//);
    expect([tags['og:image:width'], tags['og:image:height']]).toEqual([['1200'], ['630']]);
    expect(tags['twitter:card']).toEqual(['summary_large_image']);
    expect(tags['twitter:image']).toEqual(tags['og:image']);
    expect(tags['og:description']).toEqual(tags.description);
    expect([tags.author, tags['article:author']]).toEqual([[studio.name], undefined]);
  });

  test('have the author and date of a post, escaped', async () => {
    const html = await mainSite('/post/hostile');
    const tags = tagsOf(html);
    expect(tags['og:type']).toEqual(['article']);
    expect(tags.author?.[0]).toMatch(/./);
    expect(tags['article:author']).toEqual(tags.author);
    expect(tags['article:published_time']).toEqual(['2026-11-01T00:00:00Z']);
    expect(html).not.toContain('<script>alert');
  });

  test('have a picture that exists', async () => {
    // The others of CARDS are drawn in share-cards.test.ts.
    for (const path of ['/about', '/games', '/telegrams', '/changelog', '/terms']) {
      const [image = ''] = tagsOf(await mainSite(path))['og:image'] ?? [];
      const { pathname, search } = new URL(image.replaceAll('&amp;', '&'));
      const answer = await site.ask(undefined, pathname + search);
      expect([path, answer.status, answer.headers.get('content-type')?.split('/')[0]]).toEqual([path, 200, 'image']);
    }
  });
});

test.each([...CARDS, ['/', 'site/home']])(
  '%s has its own share card, in the language of the page',
  async (path, card) => {
    const [image = ''] = tagsOf(await mainSite(localePath('ja-JP', path)))['og:image'] ?? [];
    expect(image).toBe(`${ORIGIN}/media/cards/${card}.png?locale=ja-JP`);
  },
);

test('the home page describes the studio and its site, in the language of the page', async () => {
  const html = await mainSite('/ja-JP');
  const description = (await getText('ja-JP'))('home.page.description');
  expect(description).not.toBe(studio.description);
  const tags = tagsOf(html);
  expect([tags.description, tags['og:description']]).toEqual([[description], [description]]);
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
  const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] };
  expect(things).toMatchObject([
    { '@type': 'Organization', name: 'Rumpus', url: `${ORIGIN}/`, email: studio.email, description },
    { '@type': 'WebSite', name: 'Rumpus', inLanguage: 'ja-JP', publisher: { '@id': `${ORIGIN}/#organization` } },
  ]);
});

test('a page has a canonical address and alternates, unless it has noindex or is an error', async () => {
  expect(hasAddress(await mainSite('/about'))).toEqual([true, true]);
  for (const path of ['/linkout?url=https://a.example', '/linkout', '/404', '/ja-JP/503', '/no-such-page', '/post/x']) {
    const html = await mainSite(path);
    expect([path, ...hasAddress(html)]).toEqual([path, false, false]);
    expect([path, tagsOf(html).robots]).toEqual([path, ['noindex']]);
  }
});

test.each(['ja-JP', 'de-DE'])(
  'a page in %s, which is not complete, leads machines to its bare address',
  async (locale) => {
    const html = await mainSite(`/${locale}/about?utm=x`);
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/about"/>`);
    expect(tagsOf(html)['og:url']).toEqual([`${ORIGIN}/${locale}/about`]);
    expect(await mainSite('/en-US/about?utm=x')).toContain(`<link rel="canonical" href="${ORIGIN}/en-US/about"/>`);
    for (const language of LOCALES.filter((one) => !isComplete(one)).map(htmlLang)) {
      expect(html).not.toMatch(new RegExp(`rel="alternate" hrefLang="${language}"`));
    }
  },
);

test.each(['/400', '/de-DE/400', '/?email=%00'])('the error page of %s says one sentence', async (path) => {
  const response = await site.ask(undefined, path);
  expect(response.status).toBe(400);
  const main = /<main[^>]*>.*?<\/main>/s.exec(await response.text())?.[0] ?? '';
  expect(main).toContain('<h1');
  expect(main).not.toContain("We don't have what you're looking for.");
  expect(main).not.toContain('lang="en"');
});

test('a failing screen shows the sentence for 500 without details of the error', async () => {
  const door = openTestApp(site);
  await site.parts.db.query(sql`alter table items rename to items_gone`);
  const answer = await door.sendRequest('/post/hostile');
  await site.parts.db.query(sql`alter table items_gone rename to items`);
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(html).toContain('Server Error. Everything is on fire.');
  expect(html).toContain('<meta name="prerender-status-code" content="500"/>');
  expect(html).not.toMatch(/relation|items_gone|select /);
  expect(hasAddress(html)).toEqual([false, false]);
});
