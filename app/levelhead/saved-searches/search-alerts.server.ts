import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { findFollowsOfKind } from '#app/following/follows.server.ts';
import type { FollowOfKind } from '#app/following/follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { partsOfSubject, toSubject } from '#app/following/subject.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { HALLS } from '../browse/search-words.ts';
import { findLevelRows, findListed, findListedSince } from '../search/level-rows.server.ts';
import { buildLevelQuery } from './saved-query.server.ts';

/** Whose it is may follow it, and nobody else. */
export const searchSubject: SubjectKind = {
  name: 'levelhead.search',
  describe: async (current, ids) => {
    const { userId } = current.actor;
    if (userId === undefined) return new Map();
    const searches = await findSearches(current, ids, sql`user_id = ${userId}`);
    return new Map(searches.map((search) => [search.search_id, { title: search.name, path: pathToSearch(search) }]));
  },
};

interface FoundLevels {
  readonly searchId: string;
  readonly levelIds: readonly string[];
}

/** What a search has found since it was last looked through; once a day, and the days are one notification until it is read. */
export const foundLevelsEvent: EventKind<FoundLevels> = {
  id: 'levelhead.found',
  title: 'notify.searches.title',
  about: 'notify.searches.about',
  least: 'authenticated',
  mail: 'daily',
  sample: { searchId: '01890000-0000-7000-8000-000000000000', levelIds: ['0hds26q'] },
  show: async (current, { userId }, events) => {
    const ids = events.map(({ details }) => details.searchId);
    // The fan-out asks as nobody in particular, and tells whose it is.
    const found = await findSearches(current, ids, userId === '' ? sql`true` : sql`user_id = ${userId}`);
    const searches = new Map(found.map((search) => [search.search_id, search]));
    const listed = await findListed(
      current,
      events.flatMap(({ details }) => details.levelIds),
    );
    return describeEvents(events, ({ searchId, levelIds }) => {
      const search = searches.get(searchId);
      const levels = levelIds.filter((levelId) => listed.has(levelId)).length;
      if (search === undefined || levels === 0) return undefined;
      return { text: 'notify.searches.found', values: { name: search.name, levels }, path: pathToSearch(search) };
    });
  },
};

type NamedSearch = Pick<Row<'levelhead_searches'>, 'search_id' | 'hall' | 'name' | 'query'>;

function findSearches({ db }: Current, ids: readonly string[], whose: Sql): Promise<NamedSearch[]> {
  return db.query<NamedSearch>(sql`
    select search_id, hall, name, query from levelhead_searches
    where search_id::text = any(${[...ids]}::text[]) and ${whose} and deleted_at is null`);
}

/** The newest first, whatever order it was kept in. */
function pathToSearch({ hall, query }: Pick<NamedSearch, 'hall' | 'query'>): string {
  const params = new URLSearchParams(query);
  params.set('sort', 'createdAt');
  return `/games/levelhead/${hall}?${params}`;
}

const BATCH = 200;
/** Levels that a search is compared by: who has more at once learns of so many. */
const MAX_LEVELS = 100;

/** Once a day for each search; one that was not reached is looked through by the next run. @returns how many had news */
export async function notifyOfFoundLevels(system: Current): Promise<number> {
  const current = withHeavyPool(system);
  let notified = 0;
  let after: FollowOfKind | undefined;
  do {
    const follows = await findFollowsOfKind(current, searchSubject.name, after, BATCH);
    const followedAt = new Map(follows.map((follow) => [partsOfSubject(follow.subject).id, follow.created_at]));
    for (const search of await findUnread(current, [...followedAt.keys()])) {
      if (current.closing.aborted) return notified;
      if (await lookThrough(current, search, followedAt.get(search.search_id) ?? current.now())) notified += 1;
    }
    after = follows.length === BATCH ? follows.at(-1) : undefined;
  } while (after !== undefined);
  return notified;
}

type FollowedSearch = Omit<NamedSearch, 'name'> &
  Pick<Row<'levelhead_searches'>, 'user_id' | 'found' | 'found_from'> & {
    /** The first moment of the day on which it was last looked through. */
    readonly looked_from: Date | null;
  };

function findUnread(current: Current, ids: readonly string[]): Promise<FollowedSearch[]> {
  return current.db.query<FollowedSearch>(sql`
    select user_id, search_id, hall, query, found, found_from, looked_on::timestamp at time zone 'UTC' as looked_from
    from levelhead_searches
    where search_id::text = any(${[...ids]}::text[]) and deleted_at is null
      and (looked_on is null or looked_on < ${dayFor(current)}::date)`);
}

/** @param since what is made or shown later is news of the first look @returns whether there was news */
async function lookThrough(current: Current, search: FollowedSearch, since: Date): Promise<boolean> {
  const { user_id: userId, search_id: searchId, found: known } = search;
  const hall = HALLS.find((one) => one === search.hall);
  if (hall === undefined) return false;
  const query = await buildLevelQuery(current, { hall, query: search.query, userId });
  const rows = await findLevelRows(current, { ...query, limit: MAX_LEVELS });
  const listed = await findListedSince(current, { query, since: search.looked_from ?? since }, MAX_LEVELS);
  const from = rows.length === MAX_LEVELS ? new Date(Number(rows.at(-1)?.sort_value)) : null;
  // A level may get into a search long after it was made; what only moved up, because others are gone, is none of its news.
  const start = known === null ? since : (search.found_from ?? new Date(0));
  const fresh = rows.filter(
    ({ level_id: id, sort_value: at }) => Number(at) >= start.getTime() && known?.includes(id) !== true,
  );
  // Old ones that came to the hall only now stand behind the newest.
  const late = listed.filter((id) => known?.includes(id) !== true);
  const levelIds = [...new Set([...fresh.map((row) => row.level_id), ...late])];
  const found = [...new Set([...rows.map((row) => row.level_id), ...listed])];
  return inTransaction(current, async (current) => {
    const looked = await current.db.query(sql`
      update levelhead_searches set found = ${found}, found_from = ${from}::timestamptz, looked_on = ${dayFor(current)}::date
      where user_id = ${userId} and search_id = ${searchId} and deleted_at is null
        and (looked_on is null or looked_on < ${dayFor(current)}::date) returning 1`);
    if (looked.length === 0 || levelIds.length === 0) return false;
    await notifyLater(current, foundLevelsEvent, {
      key: `${searchId} ${dayFor(current)}`,
      group: searchId,
      details: { searchId, levelIds },
      subjects: [toSubject(searchSubject.name, searchId)],
    });
    return true;
  });
}

/** Of UTC. */
function dayFor({ now }: Current): string {
  return now().toISOString().slice(0, 10);
}
