import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { ThreadReader } from '../audience.ts';
import { findFirstMessages, findReadable, getMessage } from '../messages.server.ts';
import { noThread } from '../problems.ts';
import { isSubjectId } from '../thread.ts';
import type { MessageKey, ThreadMessage } from '../thread.ts';
import type { NewThread } from '../writing.server.ts';
import { deleteThreads, lockThreads, lockTrees } from './trees.server.ts';

interface MovedMessages extends MessageKey {
  /** With all that were written after it. */
  readonly andAfter?: boolean;
}

/** Of a message that the studio has seen, but the first, which everyone reads. Locks its thread; permission is up to the caller. @throws Problem 404 */
export async function findSplittable(
  current: Current,
  reader: ThreadReader,
  messageKey: MessageKey,
): Promise<ThreadMessage | undefined> {
  await lockThreads(current, [messageKey.subjectId]);
  const message = await getMessage(current, reader, messageKey);
  const first = (await findFirstMessages(current, [messageKey.subjectId])).get(messageKey.subjectId);
  const isOpen = message.kind === 'public' && !message.isHeld && !message.isRedacted;
  return isOpen && first?.messageId !== message.messageId ? message : undefined;
}

/** After `findSplittable`, in the transaction of the new subject; permission is up to the caller. @throws Problem 404 for a lost message */
export async function splitThread(current: Current, moved: MovedMessages, thread: NewThread): Promise<void> {
  const { subjectId, noun, audience } = thread;
  const begun = await current.db.query(sql`
    insert into threads (subject_id, noun, audience, last_message_id, split_from, created_at)
    select ${subjectId}, ${noun}, ${audience}, m.message_id, ${moved.subjectId}::uuid, ${current.now()} from thread_messages m
    where m.subject_id = ${moved.subjectId} and m.message_id = ${moved.messageId} returning subject_id`);
  if (begun.length === 0) throw new Problem(noThread);
  await current.db.query(sql`insert into thread_participants (subject_id, participant_id, user_id, added_at)
    select ${subjectId}, m.participant_id, m.user_id, ${current.now()} from thread_messages m
    where m.subject_id = ${moved.subjectId} and m.message_id = ${moved.messageId}`);
  await moveMessages(current, moved, subjectId);
  await current.db.query(sql`insert into thread_reads (subject_id, reader_id, user_id, message_id, at)
    select ${subjectId}, reader_id, user_id, message_id, at from thread_reads
    where subject_id = ${moved.subjectId} and message_id >= ${moved.messageId}`);
}

/** Its only message goes back, and it is no more. In a transaction; permission is up to the caller. @returns false when it has more by now */
export async function unsplitThread(current: Current, subjectId: string, from: string): Promise<boolean> {
  const trees = await lockTrees(current, [subjectId, from]);
  const messages = await current.db.query<Pick<Row<'thread_messages'>, 'message_id'>>(sql`
    select message_id from thread_messages where subject_id = ${subjectId} limit 2`);
  const [message] = messages;
  const isMerged = trees.some(
    (one) => one.mergedInto === subjectId || (one.subjectId === subjectId && one.mergedInto !== undefined),
  );
  if (message === undefined || messages.length > 1 || isMerged) return false;
  await moveMessages(current, { subjectId, messageId: message.message_id }, from);
  await deleteThreads(current, [subjectId]);
  return true;
}

/** With their files, reactions and what they said before. @throws Problem 404 */
async function moveMessages(
  current: Current,
  { subjectId, messageId, andAfter = false }: MovedMessages,
  to: string,
): Promise<void> {
  const { db } = current;
  const isMoved = (id: Sql) => (andAfter ? sql`${id} >= ${messageId}` : sql`${id} = ${messageId}`);
  const at = sql`subject_id = ${subjectId} and ${isMoved(sql`message_id`)}`;
  const moved = await db.query(sql`
    insert into thread_messages (subject_id, message_id, kind, side, participant_id, user_id, body, masked, mail_id, program,
      sender, rest, mail_file, created_at, edited_at, is_held, decided_at, redacted_at)
    select ${to}, message_id, kind, side, participant_id, user_id, body, masked, mail_id, program, sender, rest, mail_file,
      created_at, edited_at, is_held, decided_at, redacted_at from thread_messages where ${at} returning message_id`);
  if (moved.length === 0) throw new Problem(noThread);
  await db.query(sql`insert into thread_files (subject_id, file_id, message_id, name, type, bytes, width, height, file_key, left_out)
    select ${to}, file_id, message_id, name, type, bytes, width, height, file_key, left_out from thread_files where ${at}`);
  await db.query(sql`insert into thread_reactions (subject_id, message_id, participant_id, user_id, reaction, at)
    select ${to}, message_id, participant_id, user_id, reaction, at from thread_reactions where ${at}`);
  await db.query(sql`with gone as (
      delete from thread_history where subject_id = ${subjectId} and deed = 'edit'
        and ${isMoved(sql`(details->>'messageId') collate "C"`)}
      returning *
    )
    insert into thread_history (subject_id, entry_id, at, user_id, deed, batch_id, details)
    select ${to}, entry_id, at, user_id, deed, batch_id, details from gone`);
  await db.query(sql`delete from thread_messages where ${at}`);
  for (const id of [subjectId, to]) {
    await db.query(sql`update threads set last_message_id = coalesce(
        (select message_id from thread_messages where subject_id = ${id} and program is distinct from 'vacation'
          order by message_id desc limit 1), last_message_id)
      where subject_id = ${id}`);
  }
}

/** What its messages have left. Permission is up to the caller. */
export async function findOrigin({ db }: Current, subjectId: string): Promise<string | undefined> {
  const [row] = isSubjectId(subjectId)
    ? await db.query<Pick<Row<'threads'>, 'split_from'>>(
        sql`select split_from from threads where subject_id = ${subjectId}`,
      )
    : [];
  return row?.split_from ?? undefined;
}

/** How often what has left may have left again. */
const MOVES = 5;

/** Where messages of each conversation are by now, when they have left it: the nearest first. Permission is up to the caller. */
export async function findSplits(
  { db }: Current,
  subjectIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map(subjectIds.map((id) => [id, [] as string[]]));
  /** By what has left them. */
  let origins = new Map(subjectIds.map((id) => [id, id]));
  for (let move = 0; move < MOVES && origins.size > 0; move += 1) {
    const rows = await db.query<Pick<Row<'threads'>, 'subject_id'> & Columns<'threads', { split_from: string }>>(sql`
      select subject_id, split_from from threads where split_from = any(${[...origins.keys()]}::uuid[]) order by subject_id`);
    origins = new Map(rows.map((row) => [row.subject_id, origins.get(row.split_from) ?? row.split_from]));
    for (const [to, origin] of origins) found.get(origin)?.push(to);
  }
  return found;
}

/** Also when it has left its conversation since. @returns undefined for what the reader may not read */
export async function findMessage(
  current: Current,
  reader: ThreadReader,
  { subjectId, messageId }: MessageKey,
): Promise<ThreadMessage | undefined> {
  const splits = (await findSplits(current, [subjectId])).get(subjectId) ?? [];
  const messageKeys = [subjectId, ...splits].map((id) => ({ subjectId: id, messageId }));
  const foundIn = (await findReadable(current, reader, messageKeys)).get(messageId);
  return foundIn === undefined ? undefined : getMessage(current, reader, { subjectId: foundIn, messageId });
}

interface ThreadOutline {
  readonly answeredAt: Date | null;
  readonly lastAt: Date;
  readonly lastSide: ThreadMessage['side'] | null;
}

/** What a conversation is by its messages. Permission is up to the caller. */
export async function outlineThread({ db }: Current, subjectId: string): Promise<ThreadOutline | undefined> {
  const [row] = await db.query<ThreadOutline>(sql`select
      max(created_at) as "lastAt",
      min(created_at) filter (where side = 'studio' and kind <> 'internal') as "answeredAt",
      (array_agg(side order by message_id desc)
        filter (where kind <> 'internal' and program is distinct from 'vacation'))[1] as "lastSide"
    from thread_messages where subject_id = ${subjectId} having count(*) > 0`);
  return row;
}
