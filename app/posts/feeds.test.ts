import { beforeAll, describe, expect, test } from 'vitest';

import type { CastName } from '#test/cast.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

const site = useTestSite();
const EXTRA = 20;

/** The older first. */
const POSTS: [string, string[]][] = [
  ...Array.from({ length: EXTRA }, (_, at): [string, string[]] => [`filler-${at}`, ['topic:filler']]),
  ['old-lore', ['topic:lore', 'game:crashlands']],
  ['bonk', ['topic:design', 'game:crashlands']],
  ['levels', ['topic:design', 'game:levelhead']],
  ['patched', ['topic:patchnotes', 'game:levelhead']],
  ['japanese', ['topic:news', 'locale:ja-JP']],
  ['chat', ['topic:devchat', 'game:crashlands']],
  ['kept-back', ['topic:news', 'hidden']],
  ['by-link', ['topic:news', 'unlisted']],
  ['secret-game', ['topic:news', 'game:how-many-dudes']],
];

beforeAll(async () => {
  const crate = await createCrate(site, 'posts');
  for (const [name, tags] of POSTS) {
    const map = { title: `The post ${name}`, blurb: 'What it is about.', date: '2026-11-01T00:00:00Z' };
    const collaborators = name === 'bonk' ? [CAST.staff.userId, CAST.collaborator.userId] : [CAST.admin.userId];
    await createItem(site, crate, 'super', { name, tags, map, collaborators });
  }
});

async function page(path: string, who?: CastName) {
  const response = await site.ask(who, path);
  const html = await response.text();
  const cards = [...html.matchAll(/<h2[^>]*><a [^>]*href="\/post\/([^"?]+)(\?[^"]*)?"/g)];
  return { response, html, names: cards.map(([, name]) => name), queries: cards.map(([, , query]) => query) };
}

describe('a feed lists its posts, the newest first:', () => {
  test.each([
    ['/blog/design', ['levels', 'bonk']],
    ['/blog/crashlands', ['bonk', 'old-lore']],
    ['/blog/design/crashlands', ['bonk']],
    ['/blog/crashlands+patchnotes', ['patched', 'bonk', 'old-lore']],
    ['/blog/design/crashlands+levelhead', ['levels', 'bonk']],
    [`/blog/@${CAST.collaborator.userId}`, ['bonk']],
    [`/blog/@${CAST.staff.userId}+lore`, ['bonk', 'old-lore']],
    ['/blog/ja-JP', ['japanese']],
    ['/news', ['secret-game', 'japanese']],
    ['/lore', ['old-lore']],
    ['/patchnotes/levelhead', ['patched']],
    ['/devchat', ['chat']],
    // Words that are pages too, where the first segment may be a locale.
    ...['news/japanese', 'podcast', 'about', 'games/x', 'post/bonk', 'lore/x/y', 'news/x/y/z'].map(
      (path): [string, string[]] => [`/blog/${path}`, []],
    ),
    // A game that visitors do not know is a word like any other.
    ['/blog/how-many-dudes', []],
  ])('%s', async (path, names) => {
    const { response, names: shown } = await page(path);
    expect([response.status, shown]).toEqual([200, names]);
  });

  test('staff find the posts of a game that is not out, and what is hidden or unlisted, marked', async () => {
    expect((await page('/blog/how-many-dudes', 'staff')).names).toEqual(['secret-game']);
    const { names, html } = await page('/news', 'staff');
    expect(names).toEqual(['secret-game', 'by-link', 'kept-back', 'japanese']);
    for (const words of ['Not visible on site', 'Visible only with direct link'])
      expect(html.split(words)).toHaveLength(2);
  });
});

test('pages of a feed lead to each other without gaps, by links in the page, its head and the header Link', async () => {
  const seen: (string | undefined)[] = [];
  let path: string | undefined = '/blog';
  const back: string[] = [];
  while (path !== undefined) {
    const { html, names, response } = await page(path);
    seen.push(...names);
    const [, next] = /<link rel="next" href="([^"]+)"/.exec(html) ?? [];
    const [, previous] = /<link rel="prev" href="([^"]+)"/.exec(html) ?? [];
    if (previous !== undefined) back.push(previous);
    for (const [rel, address] of [
      ['next', next],
      ['prev', previous],
    ]) {
      expect(new RegExp(`<a [^>]*rel="${rel}"[^>]*href="([^"]+)"`).exec(html)?.[1]).toBe(address);
      expect(response.headers.get('link')?.includes(`rel="${rel}"`) ?? false).toBe(address !== undefined);
    }
    path = next;
  }
  const wanted = POSTS.filter(([, tags]) => !tags.some((tag) => /hidden|unlisted|devchat/.test(tag)));
  expect(seen).toEqual(wanted.map(([name]) => name).toReversed());
  expect((await page(back.at(-1) ?? '')).names).toEqual(seen.slice(0, 13));
});

test.each(['/blog?after=nonsense', '/blog?before=x.y', `/news?after=${'x'.repeat(2000)}`])(
  '%s answers 400 with a sentence',
  async (path) => {
    const { response, html } = await page(path);
    expect([response.status, html.includes('not a cursor of this search')]).toEqual([400, true]);
  },
);

test.each([
  ['/blog/devchat', '/devchat'],
  ['/ja-JP/blog/devchat/crashlands?x=1', '/ja-JP/devchat/crashlands?x=1'],
  ['/blog/devchat/rss.xml', '/devchat/rss.xml'],
  ['/blog/devchat/a/b/rss.xml', '/devchat/a/b/rss.xml'],
  ['/BLOG/design/', '/blog/design'],
])('%s leads to %s for good', async (path, address) => {
  const { status, headers } = await site.ask(undefined, path);
  expect([status, headers.get('location')]).toEqual([path.startsWith('/BLOG') ? 308 : 301, address]);
});

test.each(['/blog/a/b/c/d/e', '/blog/a+', '/blog/@', '/blog/%00', '/blog/a/b/c/d/e/rss.xml', '/xx/blog', '/blogs'])(
  '%s answers 404',
  async (path) => expect((await page(path)).response.status).toBe(404),
);

test('a feed without posts is an invitation, and none for search engines when somebody made it up', async () => {
  const { html, response } = await page('/blog/no-such-topic');
  expect([response.status, html.includes('content="noindex"')]).toEqual([200, true]);
  expect(html).toContain('This shelf is still empty');
});

test('a card leads to its post within the feed, and its topics to theirs', async () => {
  const { html, queries } = await page('/news/ja-JP');
  expect(queries).toEqual(['?topics=news%2Fja-JP']);
  expect(html).toContain('href="/blog/news"');
  expect(/<h2 lang="ja-JP"/.test(html)).toBe(true);
  expect((await page('/blog')).queries.every((query) => query === undefined)).toBe(true);
});

test('a feed in another order of its words has the canonical address, and each says where its documents are', async () => {
  const { html } = await page('/ja-JP/blog/levelhead+crashlands/design');
  const origin = site.parts.config.publicUrl;
  expect(html).toContain(`hrefLang="en-US" href="${origin}/en-US/blog/crashlands+levelhead/design"`);
  const documents = [
    ...html.matchAll(
      /<link rel="alternate" href="([^"]+)" type="([^"]+)"|<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g,
    ),
  ];
  expect(documents.map((found) => [found[2] ?? found[3], found[1] ?? found[4]])).toEqual([
    ['application/rss+xml', `${origin}/ja-JP/blog/crashlands+levelhead/design/rss.xml`],
    ['application/atom+xml', `${origin}/ja-JP/blog/crashlands+levelhead/design/atom.xml`],
    ['application/feed+json', `${origin}/ja-JP/blog/crashlands+levelhead/design/feed.json`],
  ]);
});

test('a feed is kept for visitors until a post changes, and never shown to others', async () => {
  const first = await page('/lore');
  const etag = first.response.headers.get('etag') ?? '';
  const again = await site.ask(undefined, '/lore', { headers: { 'if-none-match': etag } });
  expect([again.status, first.response.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
  await createItem(site, '/api/storage/crates/posts', 'super', { name: 'new-lore', tags: ['topic:lore'] });
  expect((await page('/lore')).names).toEqual(['new-lore', 'old-lore']);
});
