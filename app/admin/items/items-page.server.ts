import type { Current } from '#app/current/current.server.ts';
import { notAllowed } from '#app/current/problems.ts';
import type { Crate } from '#app/storage/crates/crate.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { accessTo, allowsNothing } from '#app/storage/crates/policy.ts';
import { findChanges, writeFeedToken } from '#app/storage/feed/changes.server.ts';
import { feedFor } from '#app/storage/feed/feed.server.ts';
import type { TrashedItem } from '#app/storage/history/history.ts';
import { listTrash } from '#app/storage/history/trash.server.ts';
import type { Item } from '#app/storage/item.ts';
import { foreignCursor, noCrate, searchTooSlow, unknownStat, unknownStatOfBound } from '#app/storage/problems.ts';
import { NEWEST_FIRST } from '#app/storage/search/search.ts';
import type { Sort } from '#app/storage/search/search.ts';
import { findCountedItems } from '#app/storage/search/searches.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { hasOwnEditors } from '../item/own-pages.server.ts';
import { findPeople } from '../names.server.ts';
import type { NamedPerson } from '../person-link.tsx';
import { writeCalls } from './copied-calls.server.ts';
import { listChips } from './filter-chips.server.ts';
import type { ItemRecord } from './item-columns.ts';
import { findItemViews } from './item-views.server.ts';
import { itemsAddress } from './items-address.server.ts';
import type { ItemsRequest } from './items-address.server.ts';

/** No count of the list goes beyond, unless it costs nothing. */
const MAX_COUNT = 10_000;
const SHOWN_PEOPLE = 3;
const SHOWN_CHARACTERS = 200;
/** Keys of `map` that are offered as columns: of what stands on the page. */
const MAX_KEYS = 48;

/** @throws Problem 404 for a crate that is not there, or of which the actor may see nothing */
export async function loadItemsPage(current: Current, crateId: string, request: ItemsRequest) {
  const crate = await getCrate(current, crateId);
  // First, so that no change falls between the rows and what is told of since.
  const token = await findFeedToken(current, crateId);
  const [found, views] = await Promise.all([findPage(current, crate, request), findItemViews(current, crateId)]);
  const { query, given, columns, isTrash } = request;
  const userIds = [...found.rows.flatMap((row) => namedIn(row, columns)), ...(query.userIds ?? [])];
  const toPerson = await findPeople(
    current,
    userIds.filter((userId) => userId !== '@me'),
  );
  const errors = { ...request.errors, ...found.errors };
  return {
    crate: { crateId, name: crate.name, stats: Object.keys(crate.policy.stats ?? {}) },
    address: itemsAddress(crateId, given),
    given,
    columns,
    isTrash,
    mayCreate: !isTrash && mayCreateIn(current, crate),
    errors,
    typed: request.typed,
    chips: listChips(crateId, { given, errors }, toPerson),
    sort: isTrash ? LATEST_DELETION : toShownSort(found.query.sort),
    rows: found.rows.map((row) => toRecord(row, columns, toPerson)),
    keys: [...new Set(found.rows.flatMap(({ map }) => Object.keys(map)))].filter(isColumnKey).slice(0, MAX_KEYS),
    next: found.next,
    previous: found.previous,
    count: found.count === undefined ? undefined : toShownCount(found.count),
    closed: found.closed,
    isSlow: found.isSlow,
    isFirst: query.after === undefined && query.before === undefined,
    views,
    token,
    calls: writeCalls(current, crate, request),
    status: found.isSlow ? 503 : Object.keys(errors).length > 0 ? 400 : 200,
  };
}

/** By a form: what has an editor of its own is written there. */
function mayCreateIn(current: Current, { crateId, policy }: Crate): boolean {
  return !hasOwnEditors(crateId) && !allowsNothing(accessTo(policy, 'create', current.actor, true));
}

const LATEST_DELETION = { by: 'deletedAt', ascending: false };

function toShownSort({ field, stat, ascending }: Sort): typeof LATEST_DELETION {
  return { by: stat === undefined ? field : `stats.${stat}`, ascending };
}

/** One more than is counted is any number beyond. */
function toShownCount(count: number): { readonly number: number; readonly isMore: boolean } {
  const isMore = count === MAX_COUNT + 1;
  return { number: isMore ? MAX_COUNT : count, isMore };
}

interface ItemsFound {
  readonly rows: readonly (Item | TrashedItem)[];
  readonly query: ItemsRequest['query'];
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
  readonly count?: number | undefined;
  readonly errors: Readonly<Record<string, string>>;
  readonly isSlow: boolean;
  /** For whom the policy refuses the list: whether an override would show it. */
  readonly closed?: { readonly hasOverride: boolean };
}

type ItemsPageRequest = Pick<ItemsRequest, 'query' | 'isTrash'>;

async function findPage(current: Current, crate: Crate, { query, isTrash }: ItemsPageRequest): Promise<ItemsFound> {
  const none = { rows: [], query, errors: {}, isSlow: false };
  try {
    if (isTrash) {
      const { items, next } = await listTrash(current, crate.crateId, query);
      return { ...none, rows: items, next };
    }
    const { items, ...page } = await findCountedItems(current, crate.crateId, query, MAX_COUNT + 1);
    return { ...none, rows: items, ...page };
  } catch (refusal) {
    if (isProblem(refusal, searchTooSlow)) return { ...none, isSlow: true };
    if (isProblem(refusal, noCrate, notAllowed)) return { ...none, closed: judgeClosed(current, crate, isTrash) };
    const wrong = await withoutWrongTerm(current, crate, { query, isTrash }, refusal);
    if (wrong !== undefined) return wrong;
    throw refusal;
  }
}

/** A view may name a stat that is gone since, and a link a place of another search. */
async function withoutWrongTerm(
  current: Current,
  crate: Crate,
  { query, isTrash }: ItemsPageRequest,
  refusal: unknown,
): Promise<ItemsFound | undefined> {
  const isSort = isProblem(refusal, unknownStat);
  const isBound = isProblem(refusal, unknownStatOfBound);
  if (!isSort && !isBound && !isProblem(refusal, foreignCursor)) return undefined;
  const name = isSort ? 'sort' : isBound ? 'stats' : query.after === undefined ? 'before' : 'after';
  const right = { ...query, ...(isSort && { sort: NEWEST_FIRST }), ...(isBound && { stats: undefined }) };
  const rest = { ...right, after: undefined, before: undefined };
  const found = await findPage(current, crate, { query: rest, isTrash });
  return { ...found, errors: { ...found.errors, [name]: refusal.message } };
}

function judgeClosed(current: Current, crate: Crate, isTrash: boolean): { hasOverride: boolean } {
  const hasOverride = !allowsNothing(accessTo(crate.policy, 'override', current.actor, true));
  if (!hasOverride && allowsNothing(accessTo(crate.policy, 'read', current.actor, true))) throw new Problem(noCrate);
  return { hasOverride: hasOverride && !isTrash };
}

/** Where the feed of the crate ends now; nobody follows what they may not list. */
async function findFeedToken(current: Current, crateId: string): Promise<string | undefined> {
  try {
    const feed = await feedFor(current, crateId);
    const { position } = await findChanges(current, feed, 'now', 1);
    return writeFeedToken(current, feed, position);
  } catch (refusal) {
    if (isProblem(refusal, noCrate)) return undefined;
    throw refusal;
  }
}

function isColumnKey(key: string): boolean {
  return !key.includes(',') && key.trim() === key;
}

function namedIn(row: Item | TrashedItem, columns: readonly string[]): string[] {
  const deletedBy = 'deletedBy' in row && row.deletedBy !== null ? [row.deletedBy] : [];
  return columns.includes('collaborators') ? [...row.collaborators.slice(0, SHOWN_PEOPLE), ...deletedBy] : deletedBy;
}

function toRecord(
  row: Item | TrashedItem,
  columns: readonly string[],
  toPerson: (userId: string) => NamedPerson,
): ItemRecord {
  const { itemId, name, tags, collaborators, updatedAt, createdAt, bytes, mimetype, map } = row;
  const shown = columns.includes('collaborators') ? collaborators.slice(0, SHOWN_PEOPLE) : [];
  const values = columns.flatMap((id): [string, ItemRecord['values'][string]][] => {
    if (id.startsWith('map.')) return [[id, cut(map[id.slice('map.'.length)])]];
    const stats = 'stats' in row ? row.stats : {};
    return id.startsWith('stats.') ? [[id, stats[id.slice('stats.'.length)] ?? null]] : [];
  });
  return {
    itemId,
    name,
    tags,
    people: shown.map(toPerson),
    morePeople: collaborators.length - shown.length,
    createdAt,
    updatedAt,
    bytes,
    mimetype,
    rev: 'rev' in row ? row.rev : Number(row.etag.slice(1, -1)),
    values: Object.fromEntries(values),
    ...('deletedAt' in row && {
      deletion: {
        at: row.deletedAt,
        by: row.deletedBy === null ? undefined : toPerson(row.deletedBy),
        purgedAt: row.purgedAt,
      },
    }),
  };
}

function cut(value: Item['map'][string] | undefined): ItemRecord['values'][string] {
  if (typeof value !== 'string') return value ?? null;
  return value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
}
