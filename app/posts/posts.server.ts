import { findAliases } from '#app/aliases/aliases.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import type { Current } from '#app/current/current.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { openFile } from '#app/storage/downloads.server.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import { noCrate } from '#app/storage/problems.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { renderMarkdown } from '#lib/markdown/markdown.server.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';
import { LruCache } from '#lib/lru-cache.ts';

import { POSTS_CRATE } from './cache-topics.ts';
import { HOME_POSTS, postOf } from './post.ts';
import type { Post, PostWithAuthors } from './post.ts';
import { noPost } from './problems.ts';

/** The authors' names of all posts are looked up in one query (search of specification §7). */
export async function findHomePosts(current: Current): Promise<PostWithAuthors[]> {
  const { items } = await findItems(current, POSTS_CRATE, HOME_SEARCH).catch(noneWithoutCrate);
  return withAuthors(current, items.map(postOf));
}

/** Off localhost nothing is seeded: without the crate there are no posts. */
function noneWithoutCrate(refusal: unknown): { items: Item[]; next?: string } {
  if (refusal instanceof Problem && refusal.code === noCrate.code) return { items: [] };
  throw refusal;
}

/** By name, or by id without one; `html` is safe. @throws Problem 404 also for a post hidden from the actor */
export async function getPost(current: Current, name: string): Promise<PostWithAuthors & { html: string }> {
  const search = SearchQuery.safeParse({ [isItemId(name) ? 'itemIds' : 'names']: name, limit: '1' });
  const { items } = search.success ? await findItems(current, POSTS_CRATE, search.data) : { items: [] };
  const [found] = items;
  if (found === undefined || (found.name ?? found.itemId) !== name) throw new Problem(noPost);
  const { item, body } = await getItemBody(current, POSTS_CRATE, found.itemId);
  const [post] = await withAuthors(current, [postOf(item)]);
  if (post === undefined) throw new Problem(noPost);
  const html = await rendered.get(`${item.itemId} ${item.etag}`, async () => {
    const bytes = body.inline ?? (await openFile(current, item, body));
    return renderMarkdown(await new Response(bytes).text());
  });
  return { ...post, html };
}

/** The HTML of posts, by item and etag. */
const rendered = new LruCache<string>(64);

const HOME_SEARCH = SearchQuery.parse({
  tags: '-hidden,-unlisted,-topic:devchat',
  sort: 'createdAt',
  limit: String(HOME_POSTS),
});

async function withAuthors(current: Current, posts: Post[]): Promise<PostWithAuthors[]> {
  const authorIds = posts.flatMap((post) => post.authorIds);
  const aliases = await findAliases(current, DEFAULT_CONTEXT, authorIds);
  const names = new Map(aliases.map(({ userId, alias }) => [userId, alias ?? `@${userId}`]));
  return posts.map((post) => ({ ...post, authors: post.authorIds.map((userId) => names.get(userId) ?? `@${userId}`) }));
}

/** The listed posts, newest first; in several searches, because there may be many. */
export async function* sitemapPosts(current: Current): AsyncGenerator<SitemapEntry> {
  let after: string | undefined;
  do {
    const { items, next } = await findItems(current, POSTS_CRATE, { ...LISTED, after }).catch(noneWithoutCrate);
    for (const item of items) yield { path: postOf(item).path, lastmod: new Date(item.updatedAt) };
    after = next;
  } while (after !== undefined);
}

const LISTED = SearchQuery.parse({ tags: '-hidden,-unlisted', limit: '128' });
