import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText, htmlLang, localeFromPath, localePath } from '#app/current/locale.ts';
import { fullTitle } from '#app/current/page/head.ts';
import { imageUrl } from '#app/media/image-url.ts';
import { studio } from '#content/studio.ts';
import { documentResponse } from '#lib/syndication/document-response.server.ts';
import { toSyndicatedHtml } from '#lib/syndication/feed-document.ts';
import type { FeedDocument, SyndicatedEntry } from '#lib/syndication/feed-document.ts';
import { splitDocument } from '#lib/syndication/feed-format.ts';
import type { FeedFormat } from '#lib/syndication/feed-format.ts';

import { feedBehind, feedPath } from './feed.ts';
import type { PostFeed } from './feed.ts';
import { feedWords, findNewestItems, getFeed } from './feeds.server.ts';
import { findHub } from './hub.server.ts';
import type { PostWithAuthors } from './post.ts';
import { ENTRY_IMAGE, POST_ITEMS, showPosts } from './posts.server.ts';
import { renderPost } from './reading/rendered-post.server.ts';

/** As most feeds have: the whole texts of more would be a burden to readers that ask every hour. */
const ENTRIES = 10;

/**
 * The document at an address such as `/ja-JP/news/crashlands/rss.xml`, whoever asks, as a visitor sees it; undefined for
 * the address of a page. Without a locale it speaks the default one, because programs read it that prefer none.
 * @throws Problem 404 for an address that is no feed's
 */
export async function answerFeedDocument(
  current: Current,
  request: Request,
  path: string,
): Promise<Response | undefined> {
  const found = splitDocument(path);
  if (found === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const named = localeFromPath(path);
  // Readers of feeds send no cookies; whoever looks at the address in a browser sees what they get.
  const visitor = asVisitor(current, named ?? DEFAULT_LOCALE);
  const feed = getFeed(visitor, found.feedPath);
  const inLocale = (path: string) => (named === undefined ? path : localePath(named, path));
  const other = feedBehind(feed);
  if (other !== undefined) {
    const location = `${inLocale(feedPath(other))}/${found.format.file}`;
    return new Response(null, { status: 301, headers: { location } });
  }
  return writeDocument(visitor, request, { feed, format: found.format, inLocale });
}

interface RequestedDocument {
  feed: PostFeed;
  format: FeedFormat;
  inLocale: (path: string) => string;
}

async function writeDocument(current: Current, request: Request, document: RequestedDocument): Promise<Response> {
  const { feed, format, inLocale } = document;
  const items = await findNewestItems(current, feed, ENTRIES);
  const posts = await showPosts(current, items);
  const description = await describeFeed(current, document, posts);
  // What only the clock changes is in no document.
  const version = JSON.stringify([posts, items.map((item) => item.etag)], (key, value: unknown) =>
    key === 'createdAgo' ? undefined : value,
  );
  return documentResponse(request, format, description, version, async () => {
    const htmlByPost = await renderPosts(current, posts);
    const { publicUrl } = current.config;
    return posts.map((post) =>
      toEntry(post, `${publicUrl}${inLocale(post.path)}`, publicUrl, htmlByPost.get(post.itemId)),
    );
  });
}

async function describeFeed(
  current: Current,
  { feed, format, inLocale }: RequestedDocument,
  posts: readonly PostWithAuthors[],
): Promise<Omit<FeedDocument, 'entries'>> {
  const path = inLocale(feedPath(feed));
  const pageUrl = `${current.config.publicUrl}${path}`;
  const { title, description } = await feedWords(current, feed);
  return {
    // The studio's name for it, whatever host serves it.
    id: `tag:${new URL(studio.origin).host},2026:${path}`,
    title: fullTitle(await getText(current.locale), title),
    description,
    pageUrl,
    language: htmlLang(current.locale),
    url: `${pageUrl}/${format.file}`,
    publisher: studio.name,
    hubUrl: findHub(current, feed, path),
    updatedAt: new Date(Math.max(0, ...posts.map((post) => Date.parse(post.updatedAt)))),
  };
}

/** Of the posts that a visitor may not only list but read. */
async function renderPosts(current: Current, posts: readonly PostWithAuthors[]): Promise<Map<string, string>> {
  const ids = posts.map(({ itemId }) => itemId);
  const bodies = [...(await POST_ITEMS.bodies(current, ids)).values()];
  const rendered = bodies.map(async (one) => [one.item.itemId, (await renderPost(current, one)).html] as const);
  return new Map(await Promise.all(rendered));
}

function toEntry(post: PostWithAuthors, url: string, publicUrl: string, html: string | undefined): SyndicatedEntry {
  const { itemId, title, blurb, locale, authors, topics, games, date, updatedAt, image, imageAlt } = post;
  return {
    // Neither a new name nor a new host makes it another entry.
    id: `urn:uuid:${itemId}`,
    url,
    title,
    summary: blurb,
    html: html === undefined ? undefined : toSyndicatedHtml(html, url),
    language: htmlLang(locale),
    authors: authors.map(({ name }) => name),
    categories: [...new Set([...topics, ...games])],
    publishedAt: new Date(date),
    updatedAt: new Date(updatedAt),
    image: image === undefined ? undefined : { url: `${publicUrl}${imageUrl(image, ENTRY_IMAGE)}`, alt: imageAlt },
  };
}
