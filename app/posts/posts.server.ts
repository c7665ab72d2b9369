import { findAliases } from '#app/aliases/aliases.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import { findListedUrl } from '#app/media/making/sources.server.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import { INLINE_BYTES, isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { openFile } from '#app/storage/downloads.server.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { noCrate } from '#app/storage/problems.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import type { Article } from '#lib/markdown/article.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { renderPostBody } from './blocks/post-body.server.ts';
import { POSTS_CRATE } from './cache-topics.ts';
import { HOME_POSTS, mapOfBody, postOf } from './post.ts';
import type { Post, PostWithAuthors } from './post.ts';
import { noPost } from './problems.ts';

/** What lacks a title is downloaded, and the authors' names of all posts are looked up in one query (specification §7). */
export async function findHomePosts(current: Current): Promise<PostWithAuthors[]> {
  const { items } = await findItems(current, POSTS_CRATE, HOME_SEARCH).catch(noneWithoutCrate);
  const posts = items.map(async (item) => {
    if (hasTitle(item)) return shownPost(current, item);
    const downloaded = await getItemBody(current, POSTS_CRATE, item.itemId).catch(noneToRead);
    return shownPost(current, item, downloaded);
  });
  return withAuthors(current, await Promise.all(posts));
}

/** Who may list posts need not be one who may read them, and a post may be gone by now: it is shown by its name. */
function noneToRead(refusal: unknown): undefined {
  if (!(refusal instanceof Problem)) throw refusal;
}

/** Off localhost nothing is seeded: without the crate there are no posts. */
function noneWithoutCrate(refusal: unknown): { items: Item[]; next?: string } {
  if (refusal instanceof Problem && refusal.code === noCrate.code) return { items: [] };
  throw refusal;
}

/** By name, or by id without one; `html` is safe. @throws Problem 404 also for a post hidden from the actor */
export async function getPost(current: Current, name: string): Promise<PostWithAuthors & Article> {
  const search = SearchQuery.safeParse({ [isItemId(name) ? 'itemIds' : 'names']: name, limit: '1' });
  const { items } = search.success ? await findItems(current, POSTS_CRATE, search.data) : { items: [] };
  const [found] = items;
  if (found === undefined || (found.name ?? found.itemId) !== name) throw new Problem(noPost);
  const downloaded = await getItemBody(current, POSTS_CRATE, found.itemId);
  const { item, body } = downloaded;
  const [post] = await withAuthors(current, [await shownPost(current, item, downloaded)]);
  if (post === undefined) throw new Problem(noPost);
  const article = await renderPostBody(current, {
    key: `${item.itemId} ${item.etag}`,
    locale: localeOrDefault(item.tags.find((tag) => tag.startsWith(LOCALE_TAG))?.slice(LOCALE_TAG.length)),
    read: async () => new Response(body.inline ?? (await openFile(current, item, body))).text(),
  });
  return { ...post, ...article };
}

/** A post as its item says; what the map of an item without a title lacks, its body may say. */
async function shownPost(current: Current, item: Item, downloaded?: ItemWithBody): Promise<Post> {
  const isLacking = downloaded !== undefined && !hasTitle(item);
  const map = isLacking ? { ...mapOfBody(await readStart(current, downloaded)), ...item.map } : item.map;
  const { image, ...post } = postOf(item, map);
  return { ...post, image: image === undefined ? undefined : imageToShow(current, image) };
}

function hasTitle({ map }: Item): boolean {
  return typeof map['title'] === 'string';
}

/** As much of a body as a title and a blurb may be found in. */
async function readStart(current: Current, { item, body }: ItemWithBody): Promise<string> {
  const bytes = body.inline ?? (await openFile(current, item, body, { start: 0, end: INLINE_BYTES - 1 }));
  return new Response(bytes).text();
}

/** A picture of another host is shown when the site takes pictures from there. */
function imageToShow(current: Current, image: string): string | undefined {
  return isSnippetName(image) ? image : findListedUrl(current, image)?.href;
}

/** Of a post that is not written in English. */
const LOCALE_TAG = 'locale:';

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
