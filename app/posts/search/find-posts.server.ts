import { createHash } from 'node:crypto';

import { MAX_HITS, rankItems } from '#app/articles/search/ranking.server.ts';
import type { RankedItem } from '#app/articles/search/ranking.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { Item } from '#app/storage/item.ts';
import { foreignCursor } from '#app/storage/problems.ts';
import type { ItemSearch } from '#app/storage/search/search.ts';
import { countItems } from '#app/storage/search/searches.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSealed, seal } from '#lib/sealed.server.ts';
import { findExcerpt, highlight } from '#lib/text-search/highlights.ts';
import { stripMarkdown } from '#lib/text-search/plain-text.ts';
import { MAX_SEARCH_TEXT, readSearchText } from '#lib/text-search/search-terms.ts';
import type { SearchTerm } from '#lib/text-search/search-terms.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import type { PostFeed } from '../feed.ts';
import { feedSearch } from '../feeds.server.ts';
import type { FeedSearch } from '../feeds.server.ts';
import { POST_ITEMS, showPosts } from '../posts.server.ts';
import { HITS_OF_PAGE } from './post-search.ts';
import type { FoundPosts, PostHit, PostHits } from './post-search.ts';

/** In a feed, as its page lists it. @throws Problem as `findPostsByWords` */
export function searchFeed(current: Current, feed: PostFeed, terms: SearchParameters): Promise<PostHits> {
  const among = feedSearch(feed, { withUnlisted: isStaff(current.actor.role) });
  return findPostsByWords(current, { ...terms, among });
}

interface SearchParameters {
  /** Whatever a visitor has typed; of a long text the beginning counts. */
  readonly q: string;
  /** Cursors: what follows that place, or comes before it. */
  readonly after: string | null;
  readonly before: string | null;
}

interface PostSearch extends SearchParameters {
  /** Which posts it is among, such as those of a feed. */
  readonly among: FeedSearch & Pick<ItemSearch, 'nameStart' | 'among'>;
  /** Of a page. */
  readonly limit?: number;
}

/**
 * The posts with all of the words, or where none has them with most, the best first. The index says which may be hits; the search of items says which of
 * them the caller may list, so that nothing is shown or counted that a list would not show.
 * @throws Problem 400 for a cursor of another search, 503 when it takes too long
 */
export async function findPostsByWords(current: Current, search: PostSearch): Promise<PostHits> {
  const { items, terms, ...found } = await findPostItems(current, search);
  return { ...found, hits: await describeHits(current, terms, items) };
}

interface FoundItems extends FoundPosts {
  readonly items: readonly Item[];
  readonly terms: readonly SearchTerm[];
}

/** As `findPostsByWords`, for who shows them in another way. @throws Problem as that */
export async function findPostItems(current: Current, search: PostSearch): Promise<FoundItems> {
  const q = search.q.slice(0, MAX_SEARCH_TEXT).toWellFormed().trim();
  const text = readSearchText(q);
  const { terms } = text;
  const none = {
    q,
    isSearch: terms.length > 0,
    terms,
    items: [],
    count: 0,
    isMost: false,
    isOfMost: false,
    next: undefined,
    previous: undefined,
  };
  if (terms.length === 0) return none;
  const cursors = new HitCursors(current, search);
  const from = cursors.read();
  const { isOfMost, ...all } = await rankItems(current, POSTS_CRATE, text, search.among);
  const chosen = search.among.among && new Set(search.among.among);
  const ranked = chosen === undefined ? all.ranked : all.ranked.filter(({ item_id: itemId }) => chosen.has(itemId));
  if (ranked.length === 0) return none;
  const [{ items, next, previous }, count] = await Promise.all([
    readPage(current, search, ranked, from),
    countItems(current, POSTS_CRATE, { ...search.among, among: listIds(ranked) }),
  ]);
  return {
    q,
    isSearch: true,
    terms,
    items,
    count,
    isMost: ranked.length === MAX_HITS,
    isOfMost,
    next: next && cursors.write(next),
    previous: previous && cursors.write(previous),
  };
}

interface HitPage {
  items: Item[];
  /** The last and the first of the page, where others follow or come before. */
  next?: RankedItem | undefined;
  previous?: RankedItem | undefined;
}

interface HitPosition {
  readonly post: RankedItem;
  readonly isBackward: boolean;
}

async function readPage(
  current: Current,
  search: PostSearch,
  ranked: readonly RankedItem[],
  from: HitPosition | undefined,
): Promise<HitPage> {
  const position = from?.post;
  const [before, after] = [
    position === undefined ? [] : ranked.filter((one) => compareRank(one, position) < 0),
    position === undefined ? ranked : ranked.filter((one) => compareRank(one, position) > 0),
  ];
  const isBackward = from?.isBackward ?? false;
  const found = await readListed(current, search, isBackward ? before.toReversed() : after);
  const { limit = HITS_OF_PAGE } = search;
  const shown = found.slice(0, limit);
  const hasMore = found.length > limit;
  if (isBackward) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)].map((item) => ranked.find((one) => one.item_id === item?.itemId));
  return {
    items: shown,
    next: isBackward || hasMore ? last : undefined,
    previous: (isBackward ? hasMore : from !== undefined) ? first : undefined,
  };
}

/** One more than a page has; what the index lets through the caller may nearly always see. */
async function readListed(
  current: Current,
  { among: search, limit = HITS_OF_PAGE }: PostSearch,
  ranked: readonly RankedItem[],
): Promise<Item[]> {
  const listed: Item[] = [];
  for (let at = 0; at < ranked.length && listed.length <= limit; at += limit + 1) {
    const among = listIds(ranked.slice(at, at + limit + 1));
    const { items } = await POST_ITEMS.page(current, { ...search, among, limit: limit + 1 });
    listed.push(...among.flatMap((itemId) => items.find((item) => item.itemId === itemId) ?? []));
  }
  return listed;
}

function listIds(ranked: readonly RankedItem[]): string[] {
  return ranked.map((one) => one.item_id);
}

/** As the statement orders them. */
function compareRank(one: RankedItem, other: RankedItem): number {
  const byTime = other.created_at.getTime() - one.created_at.getTime();
  return other.score - one.score || byTime || (one.item_id < other.item_id ? 1 : one.item_id > other.item_id ? -1 : 0);
}

async function describeHits(
  current: Current,
  terms: readonly SearchTerm[],
  items: readonly Item[],
): Promise<PostHit[]> {
  const posts = (await showPosts(current, items)).map((post) => {
    const [title, blurb] = [highlight(post.title, terms), highlight(post.blurb, terms)];
    return { post, title, blurb, isSaid: [...title, ...blurb].some(({ isHit }) => isHit) };
  });
  const silent = posts.filter(({ isSaid }) => !isSaid).map(({ post }) => post.itemId);
  const texts = await findTexts(current, silent);
  return posts.map(({ post, title, blurb }) => {
    const text = texts.get(post.itemId);
    return { post, title, blurb, excerpt: text === undefined ? undefined : findExcerpt(text, terms) };
  });
}

/** Of the posts that the caller may read; a text that is too large for its row is left out. */
async function findTexts(current: Current, itemIds: readonly string[]): Promise<Map<string, string>> {
  const found = [...(await POST_ITEMS.bodies(current, itemIds)).values()];
  const texts = found.flatMap(({ item, body: { inline } }) =>
    inline === null ? [] : [[item.itemId, stripMarkdown(new TextDecoder().decode(inline))] as const],
  );
  return new Map(texts);
}

/** Sealed for one search; a place is a post's rank, not a number of posts, so that it stays when others come and go. */
class HitCursors {
  readonly #purpose: string;
  readonly #secret: string;
  readonly #search: PostSearch;

  constructor({ secret }: Current, search: PostSearch) {
    const { tags, anyOf, nameStart } = search.among;
    const hash = createHash('sha256').update(JSON.stringify([search.q, tags, anyOf, nameStart]));
    this.#purpose = `posts by words ${hash.digest('base64url')}`;
    this.#secret = secret;
    this.#search = search;
  }

  write({ score, created_at: createdAt, item_id: itemId }: RankedItem): string {
    return seal(JSON.stringify([score, createdAt, itemId]), this.#purpose, this.#secret);
  }

  /** @throws Problem 400 */
  read(): HitPosition | undefined {
    const { after, before } = this.#search;
    const cursor = after ?? before;
    if (cursor === null) return undefined;
    const text = readSealed(cursor, this.#purpose, this.#secret);
    if (text === undefined) throw new Problem(foreignCursor);
    const [score, createdAt, itemId] = JSON.parse(text) as [number, string, string];
    return { post: { score, created_at: new Date(createdAt), item_id: itemId }, isBackward: after === null };
  }
}
