import { readItemLocale, readOriginalId, translationTag } from '#app/articles/translation.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { isDraft } from '#app/editor/kinds/drafts.ts';
import { visibleGames } from '#app/games/games.server.ts';
import { isGif } from '#app/media/picture-facts.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { findNeighbours } from '#app/storage/search/searches.server.ts';
import type { Article } from '#lib/markdown/article.ts';
import { Problem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { FEEDS } from '../feed-name.ts';
import { feedPath, parseFeed } from '../feed.ts';
import type { PostFeed } from '../feed.ts';
import { feedSearch, listGameSlugs } from '../feeds.server.ts';
import type { PostWithAuthors, PostsAround } from '../post.ts';
import { POST_ITEMS, showPosts } from '../posts.server.ts';
import { noPost } from '../problems.ts';
import { renderPost } from './rendered-post.server.ts';

export interface PostView extends PostWithAuthors, Article {
  /** The picture at its head moves. */
  isImageGif: boolean;
}

interface FoundPost {
  post: PostView;
  /** At the address, whatever language it is shown in. */
  item: Item;
  /** Of a translation that stands at its own address: what it says again. */
  original: Item | undefined;
  /** Its reader's language is another one, and there is no translation. */
  isUntranslated: boolean;
}

/** By name, or by id without one; in the reader's language, where there is one. @throws Problem 404 also for a post hidden from the actor */
export async function getPost(current: Current, name: string, locale = current.locale): Promise<FoundPost> {
  const found = await POST_ITEMS.find(current, name);
  if (found === undefined || isDraft(found) || (found.name ?? found.itemId) !== name) throw new Problem(noPost);
  const translation = await findTranslation(current, found, locale);
  const [downloaded, original] = await Promise.all([
    getItemBody(current, POSTS_CRATE, (translation ?? found).itemId),
    findOriginal(current, found),
  ]);
  const post = await showPost(current, downloaded);
  const isUntranslated = locale !== DEFAULT_LOCALE && locale !== post.locale;
  return { post, item: translation === undefined ? downloaded.item : found, original, isUntranslated };
}

async function showPost(current: Current, downloaded: ItemWithBody): Promise<PostView> {
  const [[post], rendered] = await Promise.all([
    showPosts(current, [downloaded.item]),
    renderPost(current, downloaded),
  ]);
  return viewPost(current, post, rendered);
}

export async function viewPost(
  current: Current,
  post: PostWithAuthors | undefined,
  rendered: Article,
): Promise<PostView> {
  if (post === undefined) throw new Problem(noPost);
  return { ...post, ...rendered, isImageGif: await isGif(current, post.image) };
}

/** Listed posts only, whoever asks. @param topics the path of a feed without its first slash; another text is ignored */
export async function findPostsAround(current: Current, item: Item, topics: string | null): Promise<PostsAround> {
  const feed = topics === null ? undefined : parseFeed(`/${topics}`, listGameSlugs(current));
  const wanted = feedSearch(feed ?? ownFeed(item), { withUnlisted: false });
  const [{ previous, next }, related] = await Promise.all([
    findNeighbours(current, POSTS_CRATE, wanted, item),
    findRelated(current, item),
  ]);
  const beside = [previous, next].filter((one) => one !== undefined);
  const posts = await showPosts(current, [...beside, ...related]);
  const shown = (item: Item | undefined) => posts.find(({ itemId }) => itemId === item?.itemId);
  return {
    newer: shown(previous),
    older: shown(next),
    topics: feed && feedPath(feed).slice(1),
    related: related.map(shown).filter((post) => post !== undefined),
  };
}

function ownFeed({ tags }: Item): PostFeed {
  return { name: tags.includes('topic:devchat') ? 'devchat' : 'blog', segments: [] };
}

const RELATED = 3;
/** Among so many of the newest that share something. */
const CANDIDATES = 16;
const FEED_TOPICS: ReadonlySet<string> = new Set(FEEDS.map((feed) => `topic:${feed}`));

/** Those that share most, the newest first; a game counts for two topics, a feed for none. */
async function findRelated(current: Current, item: Item): Promise<Item[]> {
  const shared = item.tags.filter((tag) => /^(?:topic|game):/.test(tag) && !FEED_TOPICS.has(tag));
  if (shared.length === 0) return [];
  const anyOf = [{ tags: shared, userIds: [] }];
  const { items } = await POST_ITEMS.page(current, { tags: LISTED, anyOf, limit: CANDIDATES });
  const likeness = ({ tags }: Item) =>
    tags.filter((tag) => shared.includes(tag)).reduce((sum, tag) => sum + (tag.startsWith('game:') ? 2 : 1), 0);
  const others = items.filter(({ itemId }) => itemId !== item.itemId);
  return others.toSorted((one, other) => likeness(other) - likeness(one)).slice(0, RELATED);
}

export function gamesOfPost({ actor }: Current, { games }: PostWithAuthors): { slug: string; name: string }[] {
  return visibleGames(actor)
    .filter(({ slug }) => games.includes(slug))
    .map(({ slug, name }) => ({ slug, name }));
}

/** The translation, when anyone may list that; a hidden or unlisted one is only where it is itself. */
async function findTranslation(current: Current, original: Item, locale: Locale): Promise<Item | undefined> {
  if (locale === readItemLocale(original) || readOriginalId(original) !== undefined) return undefined;
  const included = [translationTag(original.itemId), `locale:${locale}`];
  const { items } = await POST_ITEMS.page(current, { tags: { ...LISTED, included }, limit: 1 });
  return items[0];
}

/** The post that this one says again, when anyone may list that. Nothing tells of a hidden one. */
async function findOriginal(current: Current, translation: Item): Promise<Item | undefined> {
  const itemId = readOriginalId(translation);
  if (itemId === undefined || !isItemId(itemId)) return undefined;
  const { items } = await POST_ITEMS.page(current, { tags: LISTED, among: [itemId], limit: 1 });
  return items[0];
}

const LISTED = { excluded: ['hidden', 'unlisted'] };
