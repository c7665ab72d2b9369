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

import { entriesPath, entryPath, isOfFeedbag } from '../entry.ts';
import type { EntryCard, EntryQuery, EntryStatus, FeedbackEntryRow } from '../entry.ts';
import { badCursor } from '../problems.ts';
import { findProjects, getProject } from '../projects.server.ts';
import { COLUMNS, toEntry, listedEntries } from './entry-rows.server.ts';
import type { EntryColumns } from './entry-rows.server.ts';
import { findStatuses } from './status-list.server.ts';
import { findOwnVotes } from './votes.server.ts';
import { findWordForms } from './word-forms.server.ts';

interface EntryPage {
  readonly entries: readonly EntryCard[];
  readonly next: string | undefined;
}

const PAGE = 20;

/** Of a project that the actor may see, page by page. @throws Problem 400, 404 */
export async function findEntries(
  current: Current,
  projectId: string,
  query: EntryQuery,
  size = PAGE,
): Promise<EntryPage> {
  await getProject(current, projectId);
  const { sort, after } = query;
  const from = CURSOR.read(current, after);
  const conditions = await buildConditions(current, projectId, query);
  if (from !== undefined) conditions.push(behind(sort, from));
  const rows = await current.db
    .query<EntryColumns>(sql`select ${COLUMNS} from ${listedEntries(current.actor, projectId)} e
    ${conditions.length === 0 ? sql.empty : sql`where ${sql.join(conditions, ' and ')}`}
    order by ${sort === 'top' ? sql`e.votes desc, e.subject_id desc` : sql`e.subject_id desc`} limit ${size + 1}::integer`);
  const { shown, last } = cutPage(rows.map(toEntry), size);
  return {
    entries: await showCards(current, shown),
    next: last && CURSOR.write(current, last.votes, last.subjectId),
  };
}

async function buildConditions(
  current: Current,
  projectId: string,
  { text, tags, status }: EntryQuery,
): Promise<Sql[]> {
  const forms = text === '' ? [] : await findWordForms(current, projectId, text);
  return [
    ...(status === undefined ? [] : [sql`e.status = ${status}`]),
    ...(tags.length === 0 ? [] : [sql`e.tags @> ${[...tags]}::text[]`]),
    ...forms.map((one) => sql`e.words && ${[...one]}::text[]`),
    // Signs alone are in no text.
    ...(text !== '' && forms.length === 0 ? [sql`false`] : []),
  ];
}

function behind(sort: EntryQuery['sort'], { value: votes, id }: ListPosition): Sql {
  return sort === 'top'
    ? sql`(e.votes, e.subject_id) < (${votes}::integer, ${id}::uuid)`
    : sql`e.subject_id < ${id}::uuid`;
}

const CURSOR = new ListCursor('feedbag cursor', badCursor);

export async function showCards(current: Current, entries: readonly FeedbackEntryRow[]): Promise<EntryCard[]> {
  const ids = entries.map(({ subjectId }) => subjectId);
  const [names, voted, statuses] = await Promise.all([
    findShownNames(
      current,
      entries.map(({ userId }) => userId),
    ),
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
