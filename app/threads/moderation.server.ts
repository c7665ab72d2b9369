import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { COLUMNS, messageOf } from './messages.server.ts';
import type { ThreadMessageRow } from './messages.server.ts';
import { noThread } from './problems.ts';
import { isSubjectId } from './thread.ts';
import type { ThreadAudience, ThreadMessage } from './thread.ts';

/** Whose it is, and whether anything has changed. */
export interface DecidedMessage {
  readonly userId: string | undefined;
  readonly isChanged: boolean;
}

/** Out of sight of all but its writer and the studio, or back. Permission is up to the caller. @throws Problem 404 */
export async function setMessageHeld(
  current: Current,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
  isHeld: boolean,
): Promise<DecidedMessage> {
  if (!isSubjectId(subjectId) || !isSubjectId(messageId)) throw new Problem(noThread);
  const [before] = await current.db.query<Pick<Row<'thread_messages'>, 'user_id' | 'is_held'>>(sql`
    select user_id, is_held from thread_messages where subject_id = ${subjectId} and message_id = ${messageId} for update`);
  if (before === undefined) throw new Problem(noThread);
  await current.db.query(sql`update thread_messages set is_held = ${isHeld}, decided_at = ${current.now()}
    where subject_id = ${subjectId} and message_id = ${messageId}`);
  return { userId: before.user_id ?? undefined, isChanged: before.is_held !== isHeld };
}

/** What waits for a decision in conversations of a noun, the oldest first. Permission is up to the caller. */
export async function findWaitingMessages(current: Current, noun: string, limit: number): Promise<ThreadMessage[]> {
  const rows = await current.db.query<ThreadMessageRow>(sql`select ${COLUMNS} from thread_messages m, threads t
    where m.is_held and m.decided_at is null and t.subject_id = m.subject_id and t.noun = ${noun}
    order by m.message_id limit ${limit}::integer`);
  return rows.map((row) => messageOf(row, []));
}

/** In the transaction of its subject. Permission is up to the caller. */
export async function setAudience(current: Current, subjectId: string, audience: ThreadAudience): Promise<void> {
  await current.db.query(sql`update threads set audience = ${audience} where subject_id = ${subjectId}`);
}
