import { randomUUID } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { dropFollows, findFollowed } from '#app/following/follows.server.ts';
import { toSubject } from '#app/following/subject.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { sign } from '#lib/signed.server.ts';

import { MAX_SEARCH } from '../browse/level-search.ts';
import { HALL_SORTS, readHallSort } from '../browse/search-words.ts';
import type { Hall } from '../browse/search-words.ts';
import { noSavedSearch, savedSearchesFull } from '../problems.ts';
import { countListedSince } from '../search/level-rows.server.ts';
import { buildLevelQuery } from './saved-query.server.ts';
import { MAX_NEW } from './saved-search.ts';
import type { SavedSearch } from './saved-search.ts';
import { searchSubject } from './search-alerts.server.ts';

const SLOTS = 50;
const ATTEMPTS = 5;

/** One's own searches of a hall, the oldest first. @throws Problem 401 or 403 without a user, 503 */
export async function listSearches(current: Current, hall: Hall): Promise<SavedSearch[]> {
  const userId = requireUser(current);
  const rows = await current.db.query<SearchRow>(sql`
    select slot, search_id, name, query, default_since, feed_id, seen_at from levelhead_searches
    where user_id = ${userId} and hall = ${hall} and deleted_at is null order by created_at, slot limit ${SLOTS}`);
  const searches = rows.map(async (row) => ({
    query: await buildLevelQuery(current, { hall, query: row.query, userId }),
    since: row.seen_at,
  }));
  const counts = await countListedSince(current, await Promise.all(searches), MAX_NEW + 1);
  const followed = await findFollowed(
    current,
    rows.map((row) => subjectOfSearch(row.search_id)),
  );
  const latest = Math.max(...rows.map(({ default_since }) => default_since?.getTime() ?? 0));
  return rows.map(({ slot, search_id, name, query, default_since, feed_id }, at) => ({
    slot,
    subject: subjectOfSearch(search_id),
    isFollowed: followed.has(subjectOfSearch(search_id)),
    name,
    query,
    newCount: counts[at] ?? 0,
    isDefault: default_since !== null && default_since.getTime() === latest,
    feedPath: pathToFeed(current, userId, feed_id),
  }));
}

type SearchRow = Pick<
  Row<'levelhead_searches'>,
  'slot' | 'search_id' | 'name' | 'query' | 'default_since' | 'feed_id' | 'seen_at'
>;

const subjectOfSearch = (searchId: string) => toSubject(searchSubject.name, searchId);

export const FEED_PURPOSE = 'levelhead feed of a search';

function pathToFeed({ secret }: Current, userId: string, feedId: string): string {
  return `/games/levelhead/searches/${sign(`${userId} ${feedId}`, FEED_PURPOSE, secret)}/atom.xml`;
}

/** What stands in the address of a hall, each word of it one that the hall knows. */
export function queryOfHall(hall: Hall, { q, sort, hide }: { q: string; sort: string; hide: string }): string {
  const known = readHallSort(hall, sort);
  const chosen: Record<string, string> = {
    q: q.trim().slice(0, MAX_SEARCH),
    ...(known !== HALL_SORTS[hall][0] && { sort: known }),
    ...(hide === 'beaten' && { hide }),
  };
  return new URLSearchParams(chosen).toString();
}

/** @throws Problem 400 for a bad name, 401 or 403 without a user, 409 for the fifty-first */
export async function saveSearch(current: Current, hall: Hall, name: string, query: string): Promise<void> {
  const userId = requireUser(current);
  const now = current.now();
  const gone = await current.db.query<GoneSearch>(sql`
    delete from levelhead_searches where user_id = ${userId} and deleted_at is not null
      and (select count(*) from levelhead_searches where user_id = ${userId}) >= ${SLOTS} returning user_id, search_id`);
  await unfollowGone(current, gone);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [saved] = await current.db.query<Pick<Row<'levelhead_searches'>, 'slot'>>(sql`
      insert into levelhead_searches (user_id, slot, hall, name, query, feed_id, created_at, seen_at)
      select ${userId}, free, ${hall}, ${name}, ${query}, ${randomUUID()}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from generate_series(0, ${SLOTS - 1}::int) free
      where not exists (select 1 from levelhead_searches where user_id = ${userId} and slot = free)
      order by free limit 1
      on conflict (user_id, slot) do nothing returning slot`);
    if (saved !== undefined) return;
  }
  throw new Problem(savedSearchesFull);
}

/** From now on it counts what is new. @returns what it looks for  @throws Problem as `renameSearch` */
export async function openSearch(current: Current, slot: number): Promise<OpenedSearch> {
  const [opened] = await current.db.query<OpenedSearch>(sql`
    update levelhead_searches set seen_at = ${current.now()}::timestamptz
    where user_id = ${requireUser(current)} and slot = ${slot}::int and deleted_at is null returning hall, query`);
  if (opened === undefined) throw new Problem(noSavedSearch);
  return opened;
}

type OpenedSearch = Pick<Row<'levelhead_searches'>, 'hall' | 'query'>;

/** @throws Problem 401 or 403 without a user, 404 for what is no search of theirs */
export async function renameSearch(current: Current, slot: number, name: string): Promise<void> {
  const rows = await current.db.query(sql`update levelhead_searches set name = ${name}
    where user_id = ${requireUser(current)} and slot = ${slot}::int and deleted_at is null returning 1`);
  if (rows.length === 0) throw new Problem(noSavedSearch);
}

/** It can be restored as long as it is there. @returns its name  @throws Problem as `renameSearch` */
export async function deleteSearch(current: Current, slot: number): Promise<string> {
  const [deleted] = await current.db.query<Pick<Row<'levelhead_searches'>, 'name'>>(sql`
    update levelhead_searches set deleted_at = ${current.now()}::timestamptz
    where user_id = ${requireUser(current)} and slot = ${slot}::int and deleted_at is null returning name`);
  if (deleted === undefined) throw new Problem(noSavedSearch);
  return deleted.name;
}

/** @throws Problem as `renameSearch` */
export async function restoreSearch(current: Current, slot: number): Promise<void> {
  const rows = await current.db.query(sql`update levelhead_searches set deleted_at = null
    where user_id = ${requireUser(current)} and slot = ${slot}::int and deleted_at is not null returning 1`);
  if (rows.length === 0) throw new Problem(noSavedSearch);
}

/** What its hall shows to whoever asks for nothing else; no search: all of it. @throws Problem 401 or 403 without a user */
export async function chooseDefault(current: Current, hall: Hall, slot: number | undefined): Promise<void> {
  await current.db.query(sql`update levelhead_searches
    set default_since = case when slot = ${slot ?? null}::int then ${current.now()}::timestamptz end
    where user_id = ${requireUser(current)} and hall = ${hall} and deleted_at is null`);
}

/** The query of the hall's default; undefined without one, and for a visitor. */
export async function findDefault({ actor, db }: Current, hall: Hall): Promise<string | undefined> {
  if (actor.userId === undefined) return undefined;
  const [row] = await db.query<Pick<Row<'levelhead_searches'>, 'query'>>(sql`
    select query from levelhead_searches where user_id = ${actor.userId} and hall = ${hall} and deleted_at is null
      and default_since is not null order by default_since desc limit 1`);
  return row?.query;
}

/** The former address of its feed leads nowhere from now on. @throws Problem as `renameSearch` */
export async function renewFeed(current: Current, slot: number): Promise<void> {
  const rows = await current.db.query(sql`update levelhead_searches set feed_id = ${randomUUID()}::uuid
    where user_id = ${requireUser(current)} and slot = ${slot}::int and deleted_at is null returning 1`);
  if (rows.length === 0) throw new Problem(noSavedSearch);
}

const DAY_MS = 86_400_000;

/** @returns how many were deleted a day ago */
export async function sweepSearches(current: Current): Promise<number> {
  const gone = await current.db.query<GoneSearch>(sql`delete from levelhead_searches
    where deleted_at < ${new Date(current.now().getTime() - DAY_MS)}::timestamptz returning user_id, search_id`);
  await unfollowGone(current, gone);
  return gone.length;
}

type GoneSearch = Pick<Row<'levelhead_searches'>, 'user_id' | 'search_id'>;

async function unfollowGone(current: Current, gone: readonly GoneSearch[]): Promise<void> {
  for (const [userId, own] of Map.groupBy(gone, (row) => row.user_id)) {
    await dropFollows(
      current,
      userId,
      own.map((row) => subjectOfSearch(row.search_id)),
    );
  }
}
