import FeedParser from 'feedparser';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { beforeAll, describe, expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Item } from '#app/storage/item.ts';
import { CAST } from '#test/cast.ts';
import { runJobs, runJobsAgain } from '#test/mail/jobs.ts';
import { useScriptedServer } from '#test/scripted-server.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import { XSS_CORPUS, findUnsafe } from '#test/xss-corpus.ts';

import { SEARCHED_POSTS } from './jobs.server.ts';

const site = useTestSite();
const ORIGIN = 'http://localhost:8080';
const HOSTILE_TITLE = 'A ]]> 🦆 \u0007\u001b\ufffe<script>alert(1)</script> & "quotes"';
const BODY = [
  '# Hello\n\n[page](/about) [part](#at-hello) [other](https://other.example/?a=1&b=2) ![cake](planet-cake)',
  ']]> <script>alert(2)</script> \u0007 🦆',
  ...XSS_CORPUS.map(({ markdown }) => markdown.replaceAll('\0', '').toWellFormed()),
].join('\n\n');

let crate: string;
let item: Item;
beforeAll(async () => {
  crate = await createCrate(site, 'posts');
  const map = { title: HOSTILE_TITLE, blurb: '<b>bold</b> & ]]>', image: 'planet-cake', imageAlt: 'A "planet"' };
  const tags = ['topic:news', 'topic:a & b', 'game:levelhead'];
  const shown = { ...map, date: '2026-11-01T10:00:00Z' };
  item = await createItem(site, crate, 'creator', { name: 'hostile', tags, map: shown }, BODY);
});

const ask = (path: string, headers: Record<string, string> = {}) => site.ask(undefined, path, { headers });
const read = async (path: string) => (await ask(path)).text();

interface ParsedEntry {
  guid: string | undefined;
  title: string | undefined;
  link: string | undefined;
  html: string | undefined;
  at: number;
}

/** By a parser on `sax`, in its strict mode. */
async function parseStrictly(xml: string): Promise<ParsedEntry[]> {
  const parser = new FeedParser({});
  const entries: ParsedEntry[] = [];
  const errors: Error[] = [];
  parser.on('error', (error: Error) => errors.push(error));
  parser.end(xml);
  for await (const { guid, title, link, description, pubdate } of parser) {
    entries.push({ guid, title, link, html: description, at: pubdate?.getTime() ?? 0 });
  }
  expect(errors).toEqual([]);
  return entries;
}

/** By the other parser, which is on `fast-xml-parser`. */
async function parseLoosely(kind: 'rss' | 'atom' | 'json', text: string): Promise<ParsedEntry[]> {
  if (kind === 'rss') {
    return (parseRssFeed(text).items ?? []).map(({ guid, title, link, content, pubDate }) => {
      expect(guid?.isPermaLink).toBe(false);
      return { guid: guid?.value, title, link, html: content?.encoded, at: Date.parse(pubDate ?? '') };
    });
  }
  if (kind === 'atom') {
    return (parseAtomFeed(text).entries ?? []).map(({ id, title, links, content, published }) => {
      const link = links?.find(({ rel }) => rel === 'alternate')?.href;
      return { guid: id, title: textOf(title), link, html: textOf(content), at: Date.parse(published ?? '') };
    });
  }
  return (parseJsonFeed(text).items ?? []).map(({ id, title, url, content_html: html, date_published: at }) => {
    return { guid: id, title, link: url, html, at: Date.parse(at ?? '') };
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : String(Reflect.get(Object(value), 'value')));
const KINDS = [
  ['rss', 'rss.xml', 'application/rss+xml; charset=utf-8'],
  ['atom', 'atom.xml', 'application/atom+xml; charset=utf-8'],
  ['json', 'feed.json', 'application/feed+json; charset=utf-8'],
] as const;

describe.each(KINDS)('%s', (kind, file, type) => {
  test('says the same to two parsers, whatever the text is, and its HTML is inert with absolute addresses', async () => {
    const response = await ask(`/news/${file}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    const text = await response.text();
    const [own] = await parseLoosely(kind, text);
    const [other] = kind === 'json' ? [own] : await parseStrictly(text);
    const title = HOSTILE_TITLE.replaceAll(/[\p{Cc}\ufffe]/gu, '');
    for (const entry of [own, other]) {
      expect(entry).toMatchObject({
        guid: `urn:uuid:${item.itemId}`,
        link: `${ORIGIN}/post/hostile`,
        at: Date.parse('2026-11-01T10:00:00Z'),
      });
      // The strict parser leaves out tags, as a reader would.
      if (kind !== 'json') expect([title, title.replaceAll(/<[^>]*>/g, '')]).toContain(entry?.title);
      const html = entry?.html ?? '';
      expect(html).toContain(`<a href="${ORIGIN}/about"`);
      expect(html).toContain(`<a href="${ORIGIN}/post/hostile#at-hello"`);
      expect(html).toContain('"https://other.example/?a=1&#x26;b=2"'.replace('&#x26;', '&amp;'));
      expect(html).toMatch(
        /src="http:\/\/localhost:8080\/media\/[^"]*" srcset="http:\/\/localhost:8080\/media\/[^"]* \d+w, http/i,
      );
      expect([...html.matchAll(/ (?:href|src)="(?!https?:|mailto:)[^"]*"/g)]).toEqual([]);
      expect(findUnsafe(html.replaceAll(`"${ORIGIN}/`, '"/').replaceAll(` ${ORIGIN}/`, ' /'))).toEqual([]);
    }
  });

  test('keeps the ids of posts under another name, title and host', async () => {
    const { itemId } = await createItem(site, crate, 'creator', { name: `${kind}-1`, tags: [`topic:${kind}`] });
    const before = await parseLoosely(kind, await read(`/blog/${kind}/${file}`));
    const body = { name: `${kind}-2`, map: { title: 'Another' } };
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await site.ask('creator', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body, headers });
    expect(patched.status).toBe(200);
    const moved = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
    const after = await parseLoosely(kind, await (await moved.sendRequest(`/blog/${kind}/${file}`)).text());
    expect([before[0]?.guid, after[0]?.guid]).toEqual([`urn:uuid:${itemId}`, `urn:uuid:${itemId}`]);
    expect(after[0]).toMatchObject({ title: 'Another', link: `https://www.rumpus.example/post/${kind}-2` });
  });

  test('answers 304 until a post changes, also to who is signed in or has a query', async () => {
    const path = `/blog/changing-${kind}/${file}`;
    const { itemId } = await createItem(site, crate, 'creator', { tags: [`topic:changing-${kind}`] }, 'before');
    for (const [who, address] of [
      [undefined, path],
      [undefined, `${path}?from=reader`],
      ['super', path],
    ] as const) {
      const etag = (await site.ask(who, address)).headers.get('etag') ?? '';
      const again = () => site.ask(who, address, { headers: { 'if-none-match': etag } });
      const fresh = await again();
      expect([fresh.status, await fresh.text()]).toEqual([304, '']);
      const body = `after ${who ?? ''} ${address}`;
      await site.ask('creator', `${crate}/items/${itemId}`, { method: 'PUT', body });
      const changed = await again();
      expect([changed.status, await changed.text()]).toEqual([
        200,
        expect.stringContaining(body.replaceAll('&', '&amp;')),
      ]);
    }
  });
});

test.each(['/news', '/news/levelhead', '/ja-JP/blog/@cr34tor+lore', '/devchat'])(
  'the feed at %s has all three documents, with texts and links in its locale',
  async (path) => {
    const [rss, atom, json] = await Promise.all(KINDS.map(([, file]) => read(`${path}/${file}`)));
    const locale = path.startsWith('/ja-JP') ? '/ja-JP' : '';
    const channel = parseRssFeed(rss ?? '');
    expect(channel.link).toBe(`${ORIGIN}${path}`);
    expect(channel.language).toBe(locale === '' ? 'en-US' : 'ja-JP');
    for (const { link } of channel.items ?? []) expect(link).toBe(`${ORIGIN}${locale}/post/hostile`);
    expect(parseAtomFeed(atom ?? '').id).toBe(`tag:www.rumpus.example,2026:${path}`);
    expect(parseJsonFeed(json ?? '').feed_url).toBe(`${ORIGIN}${path}/feed.json`);
  },
);

test('a document says topics, games, authors and the picture, and nothing that only the clock changes', async () => {
  const { items: [entry] = [] } = parseRssFeed(await read('/news/rss.xml'));
  expect(entry?.categories?.map(({ name }) => name)).toEqual(['news', 'a & b', 'levelhead']);
  expect(entry?.dc?.creators).toHaveLength(1);
  expect(entry?.media?.contents?.[0]).toMatchObject({ medium: 'image' });
  expect(entry?.media?.contents?.[0]?.url).toMatch(
    /^http:\/\/localhost:8080\/media\/fit-in\/1024x1024\/snippets\/planet-cake/,
  );
  const etag = (await ask('/news/rss.xml?x')).headers.get('etag');
  site.clock.now = new Date(Date.now() + 3_600_000);
  expect((await ask('/news/rss.xml?x')).headers.get('etag')).toBe(etag);
});

describe('a hub of WebSub', () => {
  const hub = useScriptedServer();
  const withHub = () => openTestApp(site, { WEBSUB_HUB: hub.base });

  test('is named by feeds without a locale and with one word at most, in header and document', async () => {
    const app = withHub();
    const [rss, atom, json] = await Promise.all(
      KINDS.map(async ([, file]) => {
        const response = await app.sendRequest(`/news/levelhead/${file}`);
        const self = `${ORIGIN}/news/levelhead/${file}`;
        expect(response.headers.get('link')).toBe(`<${hub.base}>; rel="hub", <${self}>; rel="self"`);
        return response.text();
      }),
    );
    expect(parseRssFeed(rss ?? '').atom?.links).toContainEqual({ rel: 'hub', href: hub.base });
    expect(parseAtomFeed(atom ?? '').links).toContainEqual({ rel: 'hub', href: hub.base });
    expect(parseJsonFeed(json ?? '').hubs).toEqual([{ type: 'WebSub', url: hub.base }]);
    for (const path of ['/ja-JP/news', '/news/levelhead/lore', '/news/levelhead+lore']) {
      const response = await app.sendRequest(`${path}/rss.xml`);
      expect([response.headers.get('link'), (await response.text()).includes('rel="hub"')], path).toEqual([
        null,
        false,
      ]);
    }
    expect((await ask('/news/rss.xml')).headers.get('link')).toBeNull();
  });

  test('is told once when a post that everyone may list comes or changes, and again when it did not listen', async () => {
    const app = withHub();
    const follow = async () => {
      hub.heard.splice(0);
      await indexItems(systemCurrent(app.parts), SEARCHED_POSTS);
      await runJobs(app);
      return hub.heard.map(({ method, body }) => [method, new URLSearchParams(body)] as const);
    };
    hub.script = () => ({ status: 204, body: '' });
    // What was there before is nothing new.
    await follow();
    expect(await follow()).toEqual([]);
    const tags = ['topic:news', 'topic:a & b', 'game:levelhead', 'game:how-many-dudes', 'locale:ja-JP'];
    const { itemId } = await createItem(site, crate, 'creator', { name: 'told', tags });
    for (const state of ['hidden', 'unlisted', 'topic:devchat']) {
      await createItem(site, crate, 'staff', { name: `told-${state.replace(':', '-')}`, tags: [state] });
    }
    const [[method, form] = [], devchat, ...others] = (await follow()).toSorted(
      (one, other) => other[1].size - one[1].size,
    );
    expect([method, form?.get('hub.mode'), others]).toEqual(['POST', 'publish', []]);
    const feeds = ['', '/a%20%26%20b', '/news', '/levelhead', '/ja-JP', `/@${CAST.creator.userId}`];
    const all = ['/blog', '/news'].flatMap((feed) =>
      feeds.flatMap((rest) => KINDS.map(([, file]) => `${ORIGIN}${feed}${rest}/${file}`)),
    );
    expect(form?.getAll('hub.url').toSorted()).toEqual(all.toSorted());
    expect(devchat?.[1].getAll('hub.url')).toContain(`${ORIGIN}/devchat/rss.xml`);
    expect(devchat?.[1].getAll('hub.url')).not.toContain(`${ORIGIN}/blog/rss.xml`);
    hub.script = () => ({ status: 503, body: '' });
    await site.ask('creator', `${crate}/items/${itemId}`, {
      method: 'PUT',
      body: 'changed',
      headers: { 'if-match': '*' },
    });
    expect(await follow()).toHaveLength(1);
    hub.script = () => ({ status: 302, headers: { location: `${hub.base}elsewhere` } });
    hub.heard.splice(0);
    await runJobsAgain(app);
    expect(hub.heard.map(({ path }) => path)).toEqual(['/']);
    hub.script = () => ({ status: 202, body: '' });
    hub.heard.splice(0);
    await runJobsAgain(app);
    await runJobsAgain(app);
    expect(hub.heard).toHaveLength(1);
  });
});

test('whoever may list posts, but not read them, gets their blurbs alone', async () => {
  const policy = { list: ['public'], read: ['staff'], create: ['authenticated'] };
  const patched = await site.ask('admin', '/api/storage/crates/posts', { method: 'PUT', body: { policy } });
  expect(patched.status).toBe(200);
  const entry = parseRssFeed(await read('/news/rss.xml')).items?.at(-1);
  expect([entry?.description, entry?.content?.encoded]).toEqual(['<b>bold</b> & ]]>', undefined]);
});
