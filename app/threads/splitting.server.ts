import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noThread } from './problems.ts';
import { lockThreads } from './removal.server.ts';
import type { ThreadMessage } from './thread.ts';
import type { NewThread } from './threads.server.ts';

type MessagePlace = Pick<ThreadMessage, 'subjectId' | 'messageId'>;

/**
 * Begins another conversation with a message of one, which leaves that. In the transaction of the new subject; permission
 * is up to the caller. @throws Problem 404 when it is not there any more
 */
export async function splitThread(current: Current, place: MessagePlace, thread: NewThread): Promise<void> {
  const { subjectId, noun, audience } = thread;
  await lockThreads(current, [place.subjectId]);
  const begun = await current.db.query(sql`insert into threads (subject_id, noun, audience, last_message_id, created_at)
    select ${subjectId}, ${noun}, ${audience}, m.message_id, ${current.now()} from thread_messages m
    where m.subject_id = ${place.subjectId} and m.message_id = ${place.messageId} returning subject_id`);
  if (begun.length === 0) throw new Problem(noThread);
  await current.db.query(sql`insert into thread_participants (subject_id, participant_id, user_id, added_at)
    select ${subjectId}, m.participant_id, m.user_id, ${current.now()} from thread_messages m
    where m.subject_id = ${place.subjectId} and m.message_id = ${place.messageId}`);
  await moveMessage(current, place, subjectId);
}

/** With its files, reactions and what it said before. In a transaction; permission is up to the caller. @throws Problem 404 */
export async function moveMessage(current: Current, { subjectId, messageId }: MessagePlace, to: string): Promise<void> {
  const { db } = current;
  await lockThreads(current, [subjectId, to]);
  const at = sql`subject_id = ${subjectId} and message_id = ${messageId}`;
  const moved = await db.query(sql`
    insert into thread_messages (subject_id, message_id, kind, side, participant_id, user_id, body, masked, mail_id,
      created_at, edited_at, is_held, decided_at, redacted_at)
    select ${to}, message_id, kind, side, participant_id, user_id, body, masked, mail_id, created_at, edited_at, is_held,
      decided_at, redacted_at from thread_messages where ${at} returning message_id`);
  if (moved.length === 0) throw new Problem(noThread);
  await db.query(sql`insert into thread_files (subject_id, file_id, message_id, name, type, bytes, width, height, file_key)
    select ${to}, file_id, message_id, name, type, bytes, width, height, file_key from thread_files where ${at}`);
  await db.query(sql`insert into thread_reactions (subject_id, message_id, participant_id, user_id, reaction, at)
    select ${to}, message_id, participant_id, user_id, reaction, at from thread_reactions where ${at}`);
  await db.query(sql`with gone as (
      delete from thread_history where subject_id = ${subjectId} and deed = 'edit' and details->>'messageId' = ${messageId}
      returning *
    )
    insert into thread_history (subject_id, entry_id, at, user_id, deed, batch_id, details)
    select ${to}, entry_id, at, user_id, deed, batch_id, details from gone`);
  await db.query(sql`delete from thread_messages where ${at}`);
  for (const id of [subjectId, to]) {
    await db.query(sql`update threads set last_message_id = coalesce(
        (select message_id from thread_messages where subject_id = ${id} order by message_id desc limit 1), last_message_id)
      where subject_id = ${id}`);
  }
}
