import { findProfilePaths } from '#app/accounts/profile-owners.server.ts';
import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';
import type { ListPosition } from '#lib/list-cursor.server.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';
import type { WordForms } from '#lib/text-search/word-forms.server.ts';

import { entriesPath, entryPath, isOfFeedbag } from '../entry.ts';
import type { EntryCard, EntryQuery, EntryStatus, FeedbackEntryRow } from '../entry.ts';
import { badCursor } from '../problems.ts';
import { findProjects, getProject } from '../projects.server.ts';
import { findBestEntries } from './best-entries.server.ts';
import { COLUMNS, toEntry, listedEntries } from './entry-rows.server.ts';
import type { EntryColumns } from './entry-rows.server.ts';
import { findStatuses } from './status-list.server.ts';
import { findOwnVotes } from './votes.server.ts';
import { findWordForms, inTitle, inWords } from './word-forms.server.ts';

interface EntryPage {
  readonly entries: readonly EntryCard[];
  readonly next: string | undefined;
  /** Whether no entry has all of the words, and these have most. */
  readonly isOfMost: boolean;
}

const PAGE = 20;

/**
 * Of a project that the actor may see, page by page; by votes those first whose title has all words. Where none has all of them,
 * the best with most of them, on one page. @throws Problem 400, 404
 */
export async function findEntries(
  current: Current,
  projectId: string,
  query: EntryQuery,
  size = PAGE,
): Promise<EntryPage> {
  await getProject(current, projectId);
  const { sort, after, text } = query;
  const from = CURSOR.read(current, after);
  const forms = text === '' ? [] : await findWordForms(current, projectId, text);
  // Signs alone are in no text.
  if (text !== '' && forms.length === 0) return { entries: [], next: undefined, isOfMost: false };
  const rows = await findRows(current, projectId, { forms, query, from, limit: size + 1 });
  if (rows.length === 0 && from === undefined && forms.length > 1) {
    const best = { forms, conditions: buildConditions(query), leastScore: 0, limit: size };
    const entries = await showCards(current, await findBestEntries(current, projectId, best));
    return { entries, next: undefined, isOfMost: true };
  }
  const { shown, last } = cutPage(rows, size);
  return {
    entries: await showCards(current, shown.map(toEntry)),
    next: last && CURSOR.write(current, sort === 'top' ? last.rank : last.votes, last.subject_id),
    isOfMost: false,
  };
}

interface RowSearch {
  readonly forms: readonly WordForms[];
  readonly query: EntryQuery;
  readonly from: ListPosition | undefined;
  readonly limit: number;
}

/** More than anybody has votes. */
const TITLED = 10_000_000_000;

function findRows({ db, actor }: Current, projectId: string, { forms, query, from, limit }: RowSearch) {
  const isTop = query.sort === 'top';
  const conditions = [...forms.map(inWords), ...buildConditions(query)];
  const listed = sql`${listedEntries(actor, projectId)} e`;
  const isRanked = isTop && forms.length > 0;
  const rank = isRanked
    ? sql`case when titled.subject_id is null then e.votes else ${TITLED}::bigint + e.votes end`
    : sql`e.votes`;
  if (from !== undefined) conditions.push(behind(isTop ? rank : undefined, from));
  return db.query<EntryColumns & { rank: string | number }>(sql`
    ${isRanked ? sql`with titled as materialized (select e.subject_id from ${listed} where ${sql.join(forms.map(inTitle), ' and ')})` : sql.empty}
    select ${COLUMNS}, ${rank} as rank from ${listed} ${isRanked ? sql`left join titled on titled.subject_id = e.subject_id` : sql.empty}
    ${conditions.length === 0 ? sql.empty : sql`where ${sql.join(conditions, ' and ')}`}
    order by ${isTop ? sql`${rank} desc, ` : sql.empty}e.subject_id desc limit ${limit}::integer`);
}

function buildConditions({ tags, status }: EntryQuery): Sql[] {
  return [
    ...(status === undefined ? [] : [sql`e.status = ${status}`]),
    ...(tags.length === 0 ? [] : [sql`e.tags @> ${[...tags]}::text[]`]),
  ];
}

function behind(rank: Sql | undefined, { value, id }: ListPosition): Sql {
  return rank === undefined
    ? sql`e.subject_id < ${id}::uuid`
    : sql`(${rank}, e.subject_id) < (${value}::bigint, ${id}::uuid)`;
}

const CURSOR = new ListCursor('feedbag cursor', badCursor);

export async function showCards(current: Current, entries: readonly FeedbackEntryRow[]): Promise<EntryCard[]> {
  const ids = entries.map(({ subjectId }) => subjectId);
  const writers = entries.map(({ userId }) => userId);
  const [names, profiles, voted, statuses] = await Promise.all([
    findShownNames(current, writers),
    findProfilePaths(current, writers),
    findOwnVotes(current, ids),
    findStatuses(current),
  ]);
  const { userId } = current.actor;
  const own = userId === undefined ? undefined : toParticipantId({ userId });
  return entries.map((entry) => {
    const { participantId, userId: writer, source: _, ...card } = entry;
    const look = statuses.find(({ statusId }) => statusId === entry.status) ?? unknownStatus(entry.status);
    return {
      ...card,
      look,
      name: names.get(writer),
      profile: profiles.get(writer),
      isOwn: participantId === own,
      ownVote: voted.get(entry.subjectId),
    };
  });
}

function unknownStatus(statusId: string): EntryStatus {
  return { statusId, name: statusId, colour: 'grey', isOpen: false, isOnRoadmap: false };
}

const COLUMN = 30;
const EVERYONE = { role: 'public', userId: undefined } as const;

/** The best of each status that is on the roadmap, of those that everyone sees, in a project that the actor may see. @throws Problem 404 */
export async function findRoadmap(
  current: Current,
  projectId: string,
): Promise<{ readonly status: EntryStatus; readonly entries: readonly EntryCard[] }[]> {
  await getProject(current, projectId);
  const statuses = (await findStatuses(current)).filter(({ isOnRoadmap }) => isOnRoadmap);
  const rows = await current.db
    .query<EntryColumns>(sql`select ${COLUMNS} from unnest(${statuses.map(({ statusId }) => statusId)}::text[]) s(status)
    cross join lateral (select * from ${listedEntries(EVERYONE, projectId)} e where e.status = s.status
      order by e.votes desc, e.subject_id desc limit ${COLUMN}::integer) e`);
  const cards = await showCards(current, rows.map(toEntry));
  const columns = Map.groupBy(cards, ({ status }) => status);
  return statuses.map((status) => ({ status, entries: columns.get(status.statusId) ?? [] }));
}

/** Of a project, those that most players vote for. */
const MAX_LISTED = 500;

export async function* sitemapFeedbag(current: Current): AsyncGenerator<SitemapEntry> {
  yield { path: '/feedbag' };
  for (const { projectId } of await findProjects(current)) {
    yield { path: entriesPath(projectId) };
    if (isOfFeedbag(projectId)) yield { path: `/feedbag/${projectId}/roadmap` };
    const rows = await current.db.query<Pick<Row<'feedbag_entries'>, 'subject_id' | 'last_at'>>(sql`
      select e.subject_id, e.last_at from ${listedEntries(current.actor, projectId)} e
      order by e.votes desc, e.subject_id desc limit ${MAX_LISTED}::integer`);
    for (const { subject_id: subjectId, last_at: lastmod } of rows) {
      yield { path: entryPath({ projectId, subjectId }), lastmod };
    }
  }
}
