import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import { findByOldName } from '#app/articles/old-names.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { visibleGames } from '#app/games/games.server.ts';
import { imageUrl } from '#app/media/image-url.ts';
import { findListedUrl } from '#app/media/making/sources.server.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { INLINE_BYTES, UserId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { POSTS_CRATE } from './cache-topics.ts';
import { FEEDS } from './feed-name.ts';
import { HOME_POSTS, mapOfBody, toPost } from './post.ts';
import type { Post, PostAuthor, PostWithAuthors } from './post.ts';

export const POST_ITEMS = new Collection(POSTS_CRATE);

/** Specification §7. */
export async function findHomePosts(current: Current): Promise<PostWithAuthors[]> {
  const tags = { excluded: ['hidden', 'unlisted', 'topic:devchat'] };
  const { items } = await POST_ITEMS.page(current, { tags, limit: HOME_POSTS });
  return showPosts(current, items);
}

/** What lacks a title is downloaded, and the authors' names of all posts are looked up in one query (specification §7). */
export async function showPosts(current: Current, items: readonly Item[]): Promise<PostWithAuthors[]> {
  const untitled = items.filter((item) => !hasTitle(item)).map(({ itemId }) => itemId);
  // Who may list posts need not be one who may read them: they are shown by their names.
  const bodies = await POST_ITEMS.bodies(current, untitled);
  return withAuthors(
    current,
    await Promise.all(items.map((item) => shownPost(current, item, bodies.get(item.itemId)))),
  );
}

/** A post as its item says; what the map of an item without a title lacks, its body may say. */
async function shownPost(current: Current, item: Item, downloaded?: ItemWithBody): Promise<Post> {
  const isLacking = downloaded !== undefined && !hasTitle(item);
  const map = isLacking ? { ...mapOfBody(await readStart(current, downloaded)), ...item.map } : item.map;
  const { image, ...post } = toPost(item, map);
  return { ...post, image: image === undefined ? undefined : imageToShow(current, image) };
}

function hasTitle({ map }: Item): boolean {
  return typeof map['title'] === 'string';
}

/** As much of a body as a title and a blurb may be found in. */
function readStart(current: Current, stored: ItemWithBody): Promise<string> {
  return readText(current, stored, { start: 0, end: INLINE_BYTES - 1 });
}

/** A picture of another host is shown when the site takes pictures from there. */
function imageToShow(current: Current, image: string): string | undefined {
  return isSnippetName(image) ? image : findListedUrl(current, image)?.href;
}

async function withAuthors(current: Current, posts: Post[]): Promise<PostWithAuthors[]> {
  const userIds = posts.flatMap(({ authorIds, author }) => [...authorIds, ...(isUserId(author) ? [author] : [])]);
  const aliases = await findAliases(current, DEFAULT_CONTEXT, userIds);
  const names = new Map(aliases.map(({ userId, alias }) => [userId, alias]));
  const named = (userId: string): PostAuthor => ({ name: names.get(userId) ?? `@${userId}`, userId });
  return posts.map((post) => {
    const { author, authorIds } = post;
    if (author === undefined) return { ...post, authors: authorIds.map(named) };
    const first = names.get(author) === undefined ? { name: author, userId: undefined } : named(author);
    return { ...post, authors: [first, ...authorIds.slice(1).map(named)] };
  });
}

/** The path of the post that had this name last, as `findByOldName`. */
export async function findPathByOldName(current: Current, name: string): Promise<string | undefined> {
  const holder = await findByOldName(current, POSTS_CRATE, name);
  return holder && toPost(holder).path;
}

function isUserId(author: string | undefined): author is string {
  return UserId.safeParse(author).success;
}

/** The listed posts, newest first, then their topics, games and authors; in several searches, because there may be many. */
export async function* sitemapPosts(current: Current): AsyncGenerator<SitemapEntry> {
  yield* SITEMAP_FEEDS;
  const narrowed = new Set<string>();
  const shownGames = new Set(visibleGames(current.actor).map(({ slug }) => slug));
  for await (const item of POST_ITEMS.all(current, { tags: { excluded: ['hidden', 'unlisted'] } })) {
    const post = toPost(item);
    const image = post.image === undefined ? undefined : imageToShow(current, post.image);
    yield { path: post.path, lastmod: new Date(item.updatedAt), image: image && imageUrl(image, ENTRY_IMAGE) };
    if (item.tags.includes('topic:devchat')) continue;
    for (const tag of item.tags) {
      const [, key, word = ''] = /^(topic|game):(.+)$/.exec(tag) ?? [];
      if (key === 'topic' || shownGames.has(word)) narrowed.add(word);
    }
    for (const userId of post.authorIds) narrowed.add(`@${userId}`);
  }
  for (const word of narrowed) yield { path: `/blog/${encodeURIComponent(word).replace('%40', '@')}` };
}

/** Of the picture of a post for other programs. */
export const ENTRY_IMAGE = { width: 1024, height: 1024 };
const SITEMAP_FEEDS = FEEDS.map((feed) => ({ path: `/${feed}` }));
