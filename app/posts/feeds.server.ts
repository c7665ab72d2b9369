import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { LOCALE_NAMES, getText, isLocale, pathWithoutLocale } from '#app/current/locale.ts';
import { isStaff } from '#app/current/role.ts';
import { DRAFT } from '#app/editor/kinds/drafts.ts';
import { visibleGames } from '#app/games/games.server.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemSearch } from '#app/storage/search/search.ts';
import { Problem } from '#lib/problem.ts';

import { FEED_TITLES } from './feed-name.ts';
import { feedTerms, parseFeed } from './feed.ts';
import type { FeedTerm, PostFeed } from './feed.ts';
import type { PostWithAuthors } from './post.ts';
import { POST_ITEMS, showPosts } from './posts.server.ts';
import { noFeed } from './problems.ts';

/** Even, for two columns, and one above them. */
const PAGE_POSTS = 13;

/** @param path as of the request, with or without a locale. @throws Problem 404 for an address that is no feed's */
export function getFeed(current: Current, path: string): PostFeed {
  const feed = parseFeed(pathWithoutLocale(path), listGameSlugs(current));
  if (feed === undefined) throw new Problem(noFeed);
  return feed;
}

/** A game that the reader may not see is a topic like any other word. */
export function listGameSlugs({ actor }: Current): ReadonlySet<string> {
  return new Set(visibleGames(actor).map(({ slug }) => slug));
}

export interface PostFeedPage {
  posts: PostWithAuthors[];
  /** Cursors. */
  next: string | undefined;
  previous: string | undefined;
}

/** Staff also see what is hidden or unlisted, marked as such. @throws Problem 400 for a cursor of another feed */
export async function findFeedPosts(
  current: Current,
  feed: PostFeed,
  cursors: { after: string | null; before: string | null },
): Promise<PostFeedPage> {
  const search = feedSearch(feed, { withUnlisted: isStaff(current.actor.role) });
  const { items, next, previous } = await POST_ITEMS.page(current, { ...search, ...cursors, limit: PAGE_POSTS });
  return { posts: await showPosts(current, items), next, previous };
}

/** The newest of a feed, as anyone may list them. */
export async function findNewestItems(current: Current, feed: PostFeed, limit: number): Promise<Item[]> {
  const { items } = await POST_ITEMS.page(current, { ...feedSearch(feed, { withUnlisted: false }), limit });
  return items;
}

export function feedSearch(feed: PostFeed, { withUnlisted }: { withUnlisted: boolean }): FeedSearch {
  const { tags, anyOf } = feedTerms(feed);
  const excluded = [...tags.excluded, ...(withUnlisted ? [DRAFT] : ['hidden', 'unlisted'])];
  return { tags: { included: tags.included, excluded }, anyOf };
}

export type FeedSearch = Pick<ItemSearch, 'tags' | 'anyOf'>;

export interface FeedWords {
  title: string;
  description: string;
}

export async function feedWords(current: Current, feed: PostFeed): Promise<FeedWords> {
  const text = await getText(current.locale);
  const title = text(FEED_TITLES[feed.name]);
  const description = text(FEED_DESCRIPTIONS[feed.name]);
  if (feed.segments.length === 0) return { title, description };
  const names = await authorNames(current, feed);
  const terms = feed.segments
    .map((terms) => terms.map((term) => describeTerm(current, term, names)).join(' + '))
    .join(' · ');
  return {
    title: text('feed.page.narrowed', { feed: title, terms }),
    description: text('feed.page.description', { feed: title, terms }),
  };
}

const FEED_DESCRIPTIONS = {
  blog: 'feed.blog.description',
  news: 'feed.news.description',
  lore: 'feed.lore.description',
  patchnotes: 'feed.patchnotes.description',
  devchat: 'feed.devchat.description',
} as const;

async function authorNames(current: Current, { segments }: PostFeed): Promise<Map<string, string | undefined>> {
  const userIds = segments.flatMap((terms) => terms.filter(({ kind }) => kind === 'author').map(({ value }) => value));
  const aliases = await findAliases(current, DEFAULT_CONTEXT, userIds);
  return new Map(aliases.map(({ userId, alias }) => [userId, alias]));
}

function describeTerm({ actor }: Current, { kind, value }: FeedTerm, names: Map<string, string | undefined>): string {
  if (kind === 'game') return visibleGames(actor).find(({ slug }) => slug === value)?.name ?? value;
  if (kind === 'author') return names.get(value) ?? `@${value}`;
  return isLocale(value) ? LOCALE_NAMES[value] : value;
}
