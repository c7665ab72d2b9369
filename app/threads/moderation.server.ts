import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noThread } from './problems.ts';
import { isSubjectId } from './thread.ts';
import type { MessageKind, MessageKey, ThreadAudience, ThreadMessage } from './thread.ts';

interface DecidedMessage extends Pick<ThreadMessage, 'kind' | 'body' | 'userId'> {
  readonly isChanged: boolean;
}

/** Out of sight of all but its writer and the studio, or back. Permission is up to the caller. @throws Problem 404 */
export async function setMessageHeld(
  current: Current,
  { subjectId, messageId }: MessageKey,
  isHeld: boolean,
): Promise<DecidedMessage> {
  if (!isSubjectId(subjectId) || !isSubjectId(messageId)) throw new Problem(noThread);
  const [before] = await current.db.query<Pick<Row<'thread_messages'>, 'kind' | 'body' | 'user_id' | 'is_held'>>(sql`
    select kind, body, user_id, is_held from thread_messages
    where subject_id = ${subjectId} and message_id = ${messageId} for update`);
  if (before === undefined) throw new Problem(noThread);
  await current.db.query(sql`update thread_messages set is_held = ${isHeld}, decided_at = ${current.now()}
    where subject_id = ${subjectId} and message_id = ${messageId}`);
  const { kind, body, user_id: userId } = before;
  return { kind: kind as MessageKind, body, userId: userId ?? undefined, isChanged: before.is_held !== isHeld };
}

/** In the transaction of its subject. Permission is up to the caller. */
export async function setAudience(current: Current, subjectId: string, audience: ThreadAudience): Promise<void> {
  await current.db.query(sql`update threads set audience = ${audience} where subject_id = ${subjectId}`);
}

/** With its history and files; permission is up to the caller. @returns how many files @throws Problem 404 */
export async function redactMessage(
  current: Current,
  { subjectId, messageId }: MessageKey,
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
