import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noThread } from './problems.ts';
import { isSubjectId } from './thread.ts';
import type { ThreadMessage } from './thread.ts';

/** Against whoever writes meanwhile: they take the thread before what their noun has of it, so do this first too. */
export async function lockThreads(current: Current, subjectIds: readonly string[]): Promise<void> {
  await current.db.query(sql`select from threads where subject_id = any(${[...subjectIds]}::uuid[])
    order by subject_id for update`);
}

/** With their messages, participants and history; files without a message are swept. Permission is up to the caller. */
export async function deleteThreads(current: Current, subjectIds: readonly string[]): Promise<void> {
  await current.db.query(sql`delete from threads where subject_id = any(${[...subjectIds]}::uuid[])`);
}

/** With its history and files; permission is up to the caller. @returns how many files @throws Problem 404 */
export async function redactMessage(
  current: Current,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
): Promise<number | undefined> {
  if (!isSubjectId(subjectId) || !isSubjectId(messageId)) throw new Problem(noThread);
  const [row] = await current.db.query<Pick<Row<'thread_messages'>, 'redacted_at'>>(sql`
    select redacted_at from thread_messages where subject_id = ${subjectId} and message_id = ${messageId} for update`);
  if (row === undefined) throw new Problem(noThread);
  if (row.redacted_at !== null) return undefined;
  await current.db
    .query(sql`update thread_messages set body = '', masked = 0, sender = null, rest = null, mail_file = null,
      redacted_at = ${current.now()}
    where subject_id = ${subjectId} and message_id = ${messageId}`);
  await current.db.query(sql`update thread_history set details = details - 'was'
    where subject_id = ${subjectId} and deed = 'edit' and details->>'messageId' = ${messageId}`);
  const files = await current.db.query(sql`delete from thread_files
    where subject_id = ${subjectId} and message_id = ${messageId} returning file_id`);
  return files.length;
}

/** What its messages say, the oldest first, for an index. Permission is up to the caller. */
export async function findWords(current: Current, subjectId: string, limit: number): Promise<string[]> {
  const rows = await current.db.query<Pick<Row<'thread_messages'>, 'body'>>(sql`select body from thread_messages
    where subject_id = ${subjectId} order by message_id limit ${limit}::integer`);
  return rows.map((row) => row.body);
}
