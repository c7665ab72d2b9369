import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findShownNames } from '#app/aliases/aliases.server.ts';
import { findUsersByName } from '#app/aliases/name-search.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { DRAFT, NEWER_NAMES, isDraft, newerName, readReplacedId } from '#app/editor/kinds/drafts.ts';
import type { Schedule } from '#app/editor/schedule.ts';
import { findPlannedIds, findSchedulesByItem } from '#app/editor/schedules.server.ts';
import type { TrashedItem } from '#app/storage/history/history.ts';
import { listTrash } from '#app/storage/history/trash.server.ts';
import { readVisibility, tagValues } from '#app/storage/item-tags.ts';
import { UserId, isTag, normalized } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { noCrate } from '#app/storage/problems.ts';
import type { ItemSearch, Sort } from '#app/storage/search/search.ts';
import { isProblem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { POST_ITEMS, showPosts } from '../posts.server.ts';
import { findPostItems } from '../search/find-posts.server.ts';
import { POST_ORDERS, POST_STATES } from './post-list.ts';
import type { ListedPost, PostListQuery, PostState } from './post-list.ts';
import { POSTS } from './posts-kind.server.ts';

const PAGE_POSTS = 25;
const MAX_TYPED = 100;

interface PostListPage {
  readonly asked: PostListQuery;
  readonly posts: readonly ListedPost[];
  readonly next: string | undefined;
  readonly isFirst: boolean;
}

/**
 * All posts in any state, as an address asks for them: by words the best first, else in the order that it names. The trash has its
 * own order, the last first. Needs staff. @throws Problem 401 or 403, 400 for a foreign cursor, 503 for a search that takes too long
 */
export async function listPosts(current: Current, query: URLSearchParams): Promise<PostListPage> {
  requireRole(current, 'staff');
  const asked = readQuery(query);
  const after = query.get('after') || undefined;
  const { state } = asked;
  const page = state === 'trash' ? listTrashed(current, after) : listFound(current, { ...asked, state }, after);
  return { asked, ...(await page), isFirst: after === undefined };
}

function readQuery(query: URLSearchParams): PostListQuery {
  const typed = (name: string) =>
    (query.get(name) ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_TYPED);
  return {
    state: POST_STATES.find((state) => state === query.get('state')) ?? 'all',
    q: typed('q'),
    topic: typed('topic'),
    author: typed('author'),
    sort: POST_ORDERS.find((order) => order === query.get('sort')) ?? 'updated',
  };
}

type Page = Pick<PostListPage, 'posts' | 'next'>;
const NONE: Page = { posts: [], next: undefined };

type FoundState = Exclude<PostState, 'trash'>;

async function listFound(
  current: Current,
  asked: PostListQuery & { readonly state: FoundState },
  after: string | undefined,
): Promise<Page> {
  const topic = asked.topic === '' ? undefined : `topic:${normalized(asked.topic)}`;
  if (topic !== undefined && !isTag(topic)) return NONE;
  const [authorIds, plannedIds] = await Promise.all([
    asked.author === '' ? undefined : findAuthorIds(current, asked.author),
    asked.state === 'planned' ? findPlannedIds(current, POSTS_CRATE) : undefined,
  ]);
  const { included, excluded, nameStart } = SEARCHES[asked.state];
  const search = {
    tags: { included: topic === undefined ? included : [...included, topic], excluded },
    anyOf: authorIds && [{ tags: [], userIds: authorIds }],
    nameStart,
    among: plannedIds,
  };
  const sort = ORDERS[asked.sort];
  const found = await (asked.q === ''
    ? POST_ITEMS.page(current, { ...search, sort, after, limit: PAGE_POSTS })
    : findPostItems(current, { q: asked.q, after: after ?? null, before: null, among: search, limit: PAGE_POSTS }));
  return { posts: await describePosts(current, found.items), next: found.next };
}

const NEWER = { text: NEWER_NAMES, isExcluded: false };
const NOT_NEWER = { text: NEWER_NAMES, isExcluded: true };

const SEARCHES = {
  all: { included: [], excluded: [], nameStart: NOT_NEWER },
  draft: { included: [DRAFT], excluded: [], nameStart: NOT_NEWER },
  planned: { included: [], excluded: [], nameStart: undefined },
  out: { included: [], excluded: [DRAFT, 'hidden'], nameStart: undefined },
  newer: { included: [DRAFT], excluded: [], nameStart: NEWER },
  hidden: { included: ['hidden'], excluded: [DRAFT], nameStart: undefined },
} as const satisfies Record<
  FoundState,
  Pick<ItemSearch, 'nameStart'> & Record<'included' | 'excluded', readonly string[]>
>;

const ORDERS = {
  updated: { field: 'updatedAt', ascending: false },
  oldest: { field: 'updatedAt', ascending: true },
  newest: { field: 'createdAt', ascending: false },
  name: { field: 'name', ascending: true },
} as const satisfies Record<PostListQuery['sort'], Sort>;

async function findAuthorIds(current: Current, author: string): Promise<string[]> {
  if (author === '@me') return [requireUser(current)];
  const id = UserId.safeParse(author.replace(/^@/, ''));
  const named = author.startsWith('@') ? [] : await findUsersByName(current, DEFAULT_CONTEXT, author);
  return id.success ? [id.data, ...named] : named;
}

async function describePosts(current: Current, items: readonly Item[]): Promise<ListedPost[]> {
  const ids = items.map(({ itemId }) => itemId);
  const names = items.filter((item) => !isDraft(item)).map(({ itemId }) => newerName(itemId));
  const [posts, newer, plans] = await Promise.all([
    showPosts(current, items),
    names.length === 0 ? { items: [] } : POST_ITEMS.page(current, { names, limit: names.length }),
    findSchedulesByItem(current, POSTS_CRATE, ids),
  ]);
  const newerOf = new Map(newer.items.map((item) => [readReplacedId(item), item]));
  return items.map((item, at) => {
    const { itemId, etag, updatedAt } = item;
    const [{ title = '', authors = [], topics = [] } = {}, draft] = [posts[at], newerOf.get(itemId)];
    return {
      itemId,
      etag,
      title: title || itemId,
      path: POSTS.pathTo(item, {}),
      state: toState(item),
      newerPath: draft && POSTS.pathTo(draft, {}),
      plan: toPlan(plans.get(itemId)),
      authors,
      topics,
      at: updatedAt,
    };
  });
}

function toState(item: Pick<Item, 'name' | 'tags'>): ListedPost['state'] {
  if (readReplacedId(item) !== undefined) return 'newer';
  return isDraft(item) ? 'draft' : readVisibility(item);
}

function toPlan([next]: readonly Schedule[] = []): ListedPost['plan'] {
  return next && { isPublishing: next.action === 'publish', at: next.at, hasFailed: next.failure !== null };
}

async function listTrashed(current: Current, after: string | undefined): Promise<Page> {
  try {
    const { items, next } = await listTrash(current, POSTS_CRATE, { limit: PAGE_POSTS, after });
    return { posts: await describeTrashed(current, items), next };
  } catch (refusal) {
    // Off localhost nothing is seeded.
    if (isProblem(refusal, noCrate)) return NONE;
    throw refusal;
  }
}

async function describeTrashed(current: Current, items: readonly TrashedItem[]): Promise<ListedPost[]> {
  const names = await findShownNames(
    current,
    items.flatMap(({ collaborators }) => collaborators),
  );
  return items.map((item) => {
    const { itemId, name, map, collaborators, deletedAt } = item;
    return {
      itemId,
      etag: '',
      title: typeof map['title'] === 'string' && map['title'] !== '' ? map['title'] : (name ?? itemId),
      path: undefined,
      state: toState(item),
      newerPath: undefined,
      plan: undefined,
      authors: collaborators.map((userId) => ({ userId, name: names.get(userId) ?? '' })),
      topics: tagValues(item, 'topic'),
      at: deletedAt,
    };
  });
}
