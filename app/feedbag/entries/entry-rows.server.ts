import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { PeopleRule } from '#app/noun/people-rule.server.ts';
import { findRoot, subjectsOfTree } from '#app/threads/merging/trees.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { isSubjectId } from '#app/threads/thread.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { DUPLICATE } from '../entry.ts';
import type { FeedbackEntryRow, Standing } from '../entry.ts';
import { noEntry } from '../problems.ts';
import type { Project } from '../project.ts';
import { findProjects } from '../projects.server.ts';

export interface EntryReader {
  readonly role: Role;
  readonly userId: string | undefined;
}

/** The one rule of who sees an entry, for pages, feeds, calls, counts, suggestions and notifications; `readableEntries` says it in SQL. */
export function mayReadEntry(
  { role, userId }: EntryReader,
  { standing, isInternal, participantId }: Pick<FeedbackEntryRow, 'standing' | 'isInternal' | 'participantId'>,
): boolean {
  const isOwn = userId !== undefined && participantId === toParticipantId({ userId });
  return isStaff(role) || isOwn || isForEveryone({ standing, isInternal });
}

/** For `from … e`: what the reader may see of projects that they may see, also what stands in another entry. */
export function readableEntries(reader: EntryReader, projectIds: readonly string[]): Sql {
  return sql`(select e.* from feedbag_entries e
    where e.project_id = any(${[...projectIds]}::text[]) and ${isReadable(reader)})`;
}

/** For `from … e`: the list of a project, as the reader may see it. What stands in another entry is not in it. */
export function listedEntries(reader: EntryReader, projectId: string): Sql {
  // The last condition as the indexes have it.
  return sql`(select e.* from feedbag_entries e
    where e.project_id = ${projectId} and ${isReadable(reader)} and e.status <> 'duplicate')`;
}

/** Who has given feedback in a project that everybody may read, also in the trial of a game that has one. */
export const enteredRule: PeopleRule = {
  name: 'feedbag.entered',
  title: 'perks.rule.entered',
  needsAbout: true,
  findPeople: async ({ db }, { about, before }, after, limit) => {
    const rows = await db.query<{ user_id: string }>(sql`
      select distinct user_id from feedbag_entries
      where project_id = ${about} and user_id > ${after} and created_at < ${before} and standing = 'shown' and not is_internal
      order by user_id limit ${limit}::integer`);
    return rows.map((row) => row.user_id);
  },
};

/** Whether an entry stands in none of the projects. @param subjectId as text */
export function isElsewhere(subjectId: Sql, projectIds: readonly string[]): Sql {
  return sql`exists (select from feedbag_entries e
    where e.subject_id = (${subjectId})::uuid and e.project_id <> all(${[...projectIds]}::text[]))`;
}

function isReadable({ role, userId }: EntryReader): Sql {
  if (isStaff(role)) return sql`true`;
  const own = userId === undefined ? null : toParticipantId({ userId });
  return sql`((e.standing = 'shown' and not e.is_internal) or e.participant_id = ${own}::text)`;
}

/** An entry with its project, as the actor may see it. @throws Problem 404 */
export async function requireEntry(
  current: Current,
  { projectId, subjectId }: { readonly projectId?: string; readonly subjectId: string },
): Promise<{ entry: FeedbackEntryRow; project: Project }> {
  const found = (await findReadableEntries(current, current.actor, [subjectId])).get(subjectId);
  if (found === undefined || (projectId !== undefined && found.project.projectId !== projectId)) {
    throw new Problem(noEntry);
  }
  return found;
}

/** Those that the reader may see, by id, also merged ones. */
export async function findReadableEntries(
  current: Pick<Current, 'db' | 'stage'>,
  reader: EntryReader,
  subjectIds: readonly string[],
): Promise<Map<string, { entry: FeedbackEntryRow; project: Project }>> {
  const ids = [...new Set(subjectIds)].filter(isSubjectId);
  if (ids.length === 0) return new Map();
  const projects = await findProjects({ ...current, actor: reader });
  const readable = readableEntries(
    reader,
    projects.map(({ projectId }) => projectId),
  );
  const rows = await current.db.query<EntryColumns>(sql`
    select ${COLUMNS} from ${readable} e where e.subject_id = any(${ids}::uuid[])`);
  return new Map(
    rows.flatMap((row) => {
      const project = projects.find(({ projectId }) => projectId === row.project_id);
      return project === undefined ? [] : [[row.subject_id, { entry: toEntry(row), project }]];
    }),
  );
}

/** Whether all who may see its project may see it. */
export function isForEveryone({ standing, isInternal }: Pick<FeedbackEntryRow, 'standing' | 'isInternal'>): boolean {
  return standing === 'shown' && !isInternal;
}

/** Permission is up to the caller. */
export async function findEntry({ db }: Pick<Current, 'db'>, subjectId: string): Promise<FeedbackEntryRow | undefined> {
  const [row] = await db.query<EntryColumns>(
    sql`select ${COLUMNS} from feedbag_entries e where e.subject_id = ${subjectId}`,
  );
  return row && toEntry(row);
}

/** Where it is read. Permission is up to the caller. */
export async function findEntryRoot(
  current: Current,
  { subjectId, status }: Pick<FeedbackEntryRow, 'subjectId' | 'status'>,
): Promise<string> {
  return status === DUPLICATE ? findRoot(current, subjectId) : subjectId;
}

/** In one order, so that nobody waits for each other, after their threads. Votes wait for it, too. */
export async function lockEntries({ db }: Current, subjectIds: readonly string[]): Promise<void> {
  await db.query(sql`select from feedbag_entries where subject_id = any(${[...subjectIds]}::uuid[])
    order by subject_id for update`);
}

/** The entry, and those that stand in it. Permission is up to the caller. */
export async function findTree({ db }: Pick<Current, 'db'>, rootId: string): Promise<FeedbackEntryRow[]> {
  const rows = await db.query<EntryColumns>(sql`select ${COLUMNS} from feedbag_entries e
    where e.subject_id in ${subjectsOfTree(rootId)} order by e.subject_id limit 200`);
  const entries = rows.map(toEntry);
  return [
    ...entries.filter(({ subjectId }) => subjectId === rootId),
    ...entries.filter(({ subjectId }) => subjectId !== rootId),
  ];
}

/** The oldest of a crash, as a list in SQL, whoever may see them: for what they were merged into. */
export function entriesOfCrash(projectId: string, crash: Crash): Sql {
  const hash =
    'hash' in crash
      ? sql`${crash.hash}`
      : sql`(select o.crash_hash from feedbag_entries o where o.subject_id = ${crash.ofEntry})`;
  return sql`(select c.subject_id from feedbag_entries c
    where c.project_id = ${projectId} and c.crash_hash <> '' and c.crash_hash = ${hash}
    order by c.subject_id limit ${MAX_OF_CRASH}::integer)`;
}

export type Crash = { readonly hash: string } | { readonly ofEntry: string };

const MAX_OF_CRASH = 200;

/** Whose logs came before stacks were compared, for a job. */
export async function findUnhashed({ db }: Current, limit: number): Promise<string[]> {
  const rows = await db.query<Pick<Row<'feedbag_entries'>, 'subject_id'>>(sql`select subject_id
    from feedbag_entries where crash_hash is null order by subject_id limit ${limit}::integer`);
  return rows.map((row) => row.subject_id);
}

/** Whether an entry has it, or had it before it was merged. */
export async function isStatusUsed({ db }: Current, statusId: string): Promise<boolean> {
  const used = await db.query(sql`select from feedbag_entries
    where status = ${statusId} or merged_status = ${statusId} limit 1`);
  return used.length > 0;
}

export const COLUMNS = sql`e.subject_id, e.project_id, e.title, e.platform, e.version, e.tags, e.status, e.status_at,
  e.standing, e.is_internal, e.participant_id, e.user_id, e.source, e.votes, e.comments, e.completed_path,
  e.created_at, e.last_at`;
export type EntryColumns = Omit<Row<'feedbag_entries'>, 'words' | 'has_old_words' | 'crash_hash' | 'merged_status'>;

export function toEntry(row: EntryColumns): FeedbackEntryRow {
  return {
    subjectId: row.subject_id,
    projectId: row.project_id,
    title: row.title,
    platform: row.platform,
    version: row.version,
    tags: row.tags,
    status: row.status,
    standing: row.standing as Standing,
    isInternal: row.is_internal,
    participantId: row.participant_id,
    userId: row.user_id ?? undefined,
    source: row.source,
    votes: row.votes,
    comments: row.comments,
    completedBy: row.completed_path ?? undefined,
    statusAt: row.status_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  };
}
