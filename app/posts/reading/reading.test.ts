import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const LONG = '# First\n\nwords\n\n## Second & <last>\n\nwords\n\n## Third\n\nwords\n\n### Below\n\nwords';

/** The older first. */
const POSTS: [string, string[]][] = [
  ['a1', ['topic:design', 'game:levelhead']],
  ['a2', ['topic:news', 'game:levelhead']],
  ['a3', ['topic:design', 'topic:art']],
  ['kept-back', ['topic:design', 'game:levelhead', 'hidden']],
  ['middle', ['topic:design', 'topic:blog', 'game:levelhead', 'game:how-many-dudes']],
  ['by-link', ['topic:design', 'game:levelhead', 'unlisted']],
  ['chat', ['topic:devchat']],
  ['a5', ['topic:news']],
  ['chat-2', ['topic:devchat']],
  ['japanese', ['locale:ja-JP', 'topic:alone']],
];

beforeAll(async () => {
  const crate = await createCrate(site, 'posts');
  for (const [name, tags] of POSTS) {
    const map = { title: `The ${name}`, blurb: 'About it.', date: '2026-11-01T00:00:00Z', image: 'planet-cake' };
    const own = name === 'middle' ? { imageAlt: 'A cake', topic: 'extra, design' } : {};
    const collaborators = [CAST.staff.userId, CAST.creator.userId];
    await createItem(site, crate, 'super', { name, tags, map: { ...map, ...own }, collaborators }, LONG);
  }
  const map = { title: 'Guest', author: 'A Guest <b>' };
  await createItem(site, crate, 'super', { name: 'guest', tags: ['topic:alone'], map }, 'short');
});

const page = async (path: string, who?: 'staff') => (await site.ask(who, path)).text();

function around(html: string) {
  const step = (rel: string) => new RegExp(`<a [^>]*rel="${rel}"[^>]*href="/post/([^"]+)"`).exec(html)?.[1];
  const [, related = ''] = /<section aria-labelledby="related"(.*?)<\/section>/s.exec(html) ?? [];
  const names = [...related.matchAll(/<h3[^>]*><a [^>]*href="\/post\/([^"]+)"/g)].map(([, name]) => name);
  return { newer: step('prev'), older: step('next'), related: names };
}

describe('beside a post are', () => {
  test.each([
    ['/post/middle', 'a5', 'a3'],
    ['/post/middle?topics=blog%2Fdesign', undefined, 'a3?topics=blog%2Fdesign'],
    ['/post/middle?topics=news/levelhead', undefined, 'a2?topics=news%2Flevelhead'],
    // Not one of the feed, and still at its place in it.
    ['/post/middle?topics=news', 'a5?topics=news', 'a2?topics=news'],
    ['/post/middle?topics=no/feed/at/all', 'a5', 'a3'],
    ['/post/chat', 'chat-2', undefined],
    ['/post/by-link', 'a5', 'middle'],
    ['/post/a1', 'a2', undefined],
  ])('at %s %s and %s, without what is hidden or unlisted', async (path, newer, older) => {
    for (const who of [undefined, 'staff'] as const) {
      const { newer: before, older: after } = around(await page(path, who));
      expect([before, after]).toEqual([newer, older]);
    }
  });

  test('related ones, which share most first, and none where nothing is shared but a feed', async () => {
    expect(around(await page('/post/middle')).related).toEqual(['a1', 'a2', 'a3']);
    expect(around(await page('/post/a5')).related).toEqual([]);
    expect(around(await page('/post/japanese')).related).toEqual(['guest']);
  });
});

test('the page has contents, reading time, authors, topics, games that are out, and links to share it', async () => {
  const html = await page('/post/middle');
  const [, nav = ''] = /<nav aria-labelledby="contents".*?(<ol.*?)<\/ol>/s.exec(html) ?? [];
  const entries = [...nav.matchAll(/href="#([^"]+)"[^>]*>([^<]*)</g)].map(([, id, text]) => [id, text]);
  expect(entries.map(([, text]) => text)).toEqual(['First', 'Second &amp; &lt;last&gt;', 'Third', 'Below']);
  for (const [id] of entries) expect(html.split(` id="${id}"`)).toHaveLength(2);
  expect(html).toContain('1-minute read');
  expect(html).toContain(`href="/blog/@${CAST.creator.userId}"`);
  expect([...html.matchAll(/href="\/blog\/([a-z]+)"/g)].map(([, topic]) => topic).slice(0, 3)).toEqual([
    'design',
    'blog',
    'extra',
  ]);
  expect(html).toContain('href="/games/levelhead"');
  expect(html).not.toContain('How Many Dudes');
  expect(await page('/post/middle', 'staff')).toContain('How Many Dudes');
  expect(html).toContain('alt="A cake"');
  const address = encodeURIComponent('http://localhost:8080/post/middle');
  for (const host of ['https://bsky.app/', 'https://www.reddit.com/', 'mailto:?']) {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.some((href) => href.startsWith(host) && href.includes(address))).toBe(true);
  }
});

test('a short post has no contents, and shows the author that it names, who has no feed', async () => {
  const html = await page('/post/guest');
  expect(html).not.toContain('id="contents"');
  expect(html.replaceAll(/<!-- -->|<\/?span>/g, '')).toContain('By A Guest &lt;b&gt;');
});

test('a post in another language says so of its words alone', async () => {
  const html = await page('/post/japanese');
  expect(html).toContain('<html lang="en-US"');
  expect(html).toMatch(/<h1 lang="ja-JP"/);
  expect(html).toMatch(/<div lang="ja-JP" class="[^"]*prose/);
});

test('without scripts a post says all of itself in its head: title, share card, structured data, languages', async () => {
  const app = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
  const html = await (await app.sendRequest('/ja-JP/post/middle?utm=x')).text();
  const address = 'https://www.rumpus.example/ja-JP/post/middle';
  expect(html).toContain('<title>The middle');
  expect(html).toContain('<link rel="canonical" href="https://www.rumpus.example/post/middle"');
  expect(html).toContain('hrefLang="en-US" href="https://www.rumpus.example/en-US/post/middle"');
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@graph': [
      {
        '@type': 'BlogPosting',
        headline: 'The middle',
        url: address,
        datePublished: '2026-11-01T00:00:00Z',
        inLanguage: 'en-US',
        author: [{ url: `https://www.rumpus.example/blog/@${CAST.staff.userId}` }, { '@type': 'Person' }],
        publisher: { '@id': 'https://www.rumpus.example/#organization' },
      },
    ],
  });
});

test('a post that is read for a topic keeps its canonical address, without the topic', async () => {
  const app = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
  for (const query of ['', '?topics=news', '?topics=&utm=x']) {
    const html = await (await app.sendRequest(`/post/middle${query}`)).text();
    expect([query, html.includes('<link rel="canonical" href="https://www.rumpus.example/post/middle"/>')]).toEqual([
      query,
      true,
    ]);
    expect([query, html.includes('content="noindex"')]).toEqual([query, false]);
  }
});

test('an unlisted post tells robots to leave, in its header and its head, and has no canonical address', async () => {
  for (const name of ['by-link', 'by-link', 'middle']) {
    const response = await site.ask(undefined, `/post/${name}`);
    const html = await response.text();
    const isUnlisted = name === 'by-link';
    expect(response.headers.get('x-robots-tag')).toBe(isUnlisted ? 'noindex' : null);
    expect([html.includes('name="robots" content="noindex"'), html.includes('rel="alternate" hrefLang')]).toEqual([
      isUnlisted,
      !isUnlisted,
    ]);
  }
});
