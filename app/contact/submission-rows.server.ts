import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import { findRoot } from '#app/threads/merging/trees.server.ts';
import { threadToken, toParticipantId } from '#app/threads/readers.server.ts';
import { isSubjectId } from '#app/threads/thread.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noSubmission } from './problems.ts';
import type { SubmissionRow, SubmissionState } from './submission.ts';
import type { OtherSubmission } from './thread-page.ts';
import type { TopicId } from './topic.ts';

/** Permission is up to the caller. @throws Problem 404 */
export async function requireRow(current: Current, subjectId: string): Promise<SubmissionRow> {
  const row = await findRow(current, subjectId);
  if (row === undefined) throw new Problem(noSubmission);
  return row;
}

/** Permission is up to the caller. */
export async function findRow(current: Current, subjectId: string): Promise<SubmissionRow | undefined> {
  const [row] = isSubjectId(subjectId)
    ? await current.db.query<SubmissionColumns>(
        sql`select ${COLUMNS} from contact_submissions s where s.subject_id = ${subjectId}`,
      )
    : [];
  return row && toSubmission(row);
}

/** Where it is read. Permission is up to the caller. */
export async function findSubmissionRoot(
  current: Current,
  { subjectId, isInQueue }: Pick<SubmissionRow, 'subjectId' | 'isInQueue'>,
): Promise<string> {
  return isInQueue ? subjectId : findRoot(current, subjectId);
}

/** What its sender has also sent, the newest first. Permission is up to the caller. */
export async function findOthers(
  current: Current,
  { participantId, subjectId }: SubmissionRow,
): Promise<OtherSubmission[]> {
  const rows = await current.db.query<SubmissionColumns>(sql`select ${COLUMNS} from contact_submissions s
    where s.participant_id = ${participantId} and s.in_queue and s.subject_id <> ${subjectId}
    order by s.last_at desc, s.subject_id desc limit 10`);
  return rows.map(toSubmission).map(({ subjectId: id, title, state }) => ({ subjectId: id, title, state }));
}

/** For `from … s`: what an account has sent; what stands in another conversation is not in it. Permission is up to the caller. */
export function sentSubmissions(userId: string): Sql {
  return sql`(select s.* from contact_submissions s
    where s.participant_id = ${toParticipantId({ userId })} and s.in_queue)`;
}

/** By id. Permission is up to the caller. */
export async function findTitles(current: Current, subjectIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await current.db.query<Pick<Row<'contact_submissions'>, 'subject_id' | 'title'>>(sql`
    select subject_id, title from contact_submissions where subject_id = any(${[...new Set(subjectIds)]}::uuid[])`);
  return new Map(rows.map((row) => [row.subject_id, row.title]));
}

type LinkedSubmission = Pick<SubmissionRow, 'subjectId' | 'participantId' | 'userId'>;

/** For a mail to its sender: without an account the link itself opens the thread. */
export function submissionLink(
  current: Pick<Current, 'secret' | 'now' | 'config'>,
  { subjectId, participantId, userId }: LinkedSubmission,
): string {
  return linkWith(current, { subjectId, userId }, () => threadToken(current, { subjectId, participantId }));
}

/** The same for the eyes of somebody else: it opens nothing. */
export function keylessLink(
  current: Pick<Current, 'config'>,
  submission: Pick<LinkedSubmission, 'subjectId' | 'userId'>,
): string {
  return linkWith(current, submission, () => '...');
}

function linkWith(
  { config }: Pick<Current, 'config'>,
  { subjectId, userId }: Pick<LinkedSubmission, 'subjectId' | 'userId'>,
  createToken: () => string,
): string {
  const key = userId === undefined ? `?key=${createToken()}` : '';
  return `${config.publicUrl}/contact/submissions/${subjectId}${key}`;
}

export const COLUMNS = sql`s.subject_id, s.topic, s.title, s.facts, s.locale, s.participant_id, s.user_id, s.email, s.name,
  s.state, s.priority, s.assigned_user_id, s.tags, s.snoozed_until, s.due_at, s.in_queue, s.messages, s.created_at,
  s.last_at`;
export type SubmissionColumns = Omit<
  Row<'contact_submissions'>,
  'search' | 'title_search' | 'has_old_words' | 'closed_at' | 'answered_at' | 'split_state' | 'split_due_at'
>;

export function toSubmission(row: SubmissionColumns): SubmissionRow {
  return {
    subjectId: row.subject_id,
    topic: row.topic as TopicId,
    title: row.title,
    name: row.name,
    facts: row.facts as Record<string, string>,
    locale: localeOrDefault(row.locale),
    participantId: row.participant_id,
    userId: row.user_id ?? undefined,
    email: row.email ?? undefined,
    state: row.state as SubmissionState,
    priority: row.priority,
    assignedUserId: row.assigned_user_id ?? undefined,
    tags: row.tags,
    snoozedUntil: row.snoozed_until?.toISOString(),
    dueAt: row.due_at?.toISOString(),
    isInQueue: row.in_queue,
    messages: row.messages,
    createdAt: row.created_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  };
}
