import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { findRoot, subjectsOfTree } from '#app/threads/merging/trees.server.ts';
import { participantOf } from '#app/threads/readers.server.ts';
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

/** The one rule of who sees an entry, for pages, feeds, calls, counts, suggestions and notifications. Its counterpart is `readableEntry`. */
export function mayReadEntry(
  { role, userId }: EntryReader,
  { standing, isInternal, participantId }: Pick<FeedbackEntryRow, 'standing' | 'isInternal' | 'participantId'>,
): boolean {
  const isOwn = userId !== undefined && participantId === participantOf({ userId });
  return isStaff(role) || isOwn || isForEveryone({ standing, isInternal });
}

/** Of `feedbag_entries` as `e`, in a project that they may see. */
export function readableEntry({ role, userId }: EntryReader): Sql {
  if (isStaff(role)) return sql`true`;
  const own = userId === undefined ? null : participantOf({ userId });
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
  const rows = await current.db.query<EntryColumns>(sql`select ${COLUMNS} from feedbag_entries e
    where e.subject_id = any(${ids}::uuid[]) and e.project_id = any(${projects.map(({ projectId }) => projectId)}::text[])
      and ${readableEntry(reader)}`);
  return new Map(
    rows.flatMap((row) => {
      const project = projects.find(({ projectId }) => projectId === row.project_id);
      return project === undefined ? [] : [[row.subject_id, { entry: entryOf(row), project }]];
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
  return row && entryOf(row);
}

/** Where it is read. Permission is up to the caller. */
export async function findPlace(
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
  const entries = rows.map(entryOf);
  return [
    ...entries.filter(({ subjectId }) => subjectId === rootId),
    ...entries.filter(({ subjectId }) => subjectId !== rootId),
  ];
}

/** Of `feedbag_entries` as `e`, as the indexes say it: what is not read in another. */
export const inList = sql`e.status <> 'duplicate'`;

export const COLUMNS = sql`e.subject_id, e.project_id, e.title, e.platform, e.version, e.tags, e.status, e.status_at,
  e.standing, e.is_internal, e.participant_id, e.user_id, e.source, e.votes, e.comments, e.completed_path,
  e.created_at, e.last_at`;
export type EntryColumns = Omit<Row<'feedbag_entries'>, 'words' | 'crash_hash' | 'merged_status'>;

export function entryOf(row: EntryColumns): FeedbackEntryRow {
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
