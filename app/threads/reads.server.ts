import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { ThreadReader } from './audience.ts';
import { getMessage } from './messages.server.ts';
import type { MessageKey } from './thread.ts';

/** How far the reader has read, never back. What is not theirs to read is not read. */
export async function markRead(current: Current, reader: ThreadReader, messageKey: MessageKey): Promise<void> {
  const [readerId] = reader.participantIds;
  if (readerId === undefined) return;
  const { subjectId, messageId } = await getMessage(current, reader, messageKey);
  await current.db.query(sql`insert into thread_reads as r (subject_id, reader_id, user_id, message_id, at)
    values (${subjectId}, ${readerId}, ${current.actor.userId ?? null}, ${messageId}, ${current.now()})
    on conflict (subject_id, reader_id) do update set message_id = excluded.message_id, at = excluded.at
    where r.message_id < excluded.message_id`);
}

interface ThreadRead {
  readonly readerId: string;
  readonly userId: string | undefined;
  readonly messageId: string;
  readonly at: string;
}

export async function findOwnRead(
  current: Current,
  { participantIds }: ThreadReader,
  subjectIds: readonly string[],
): Promise<string | undefined> {
  const [row] = await current.db.query<Pick<Row<'thread_reads'>, 'message_id'>>(sql`select message_id from thread_reads
    where subject_id = any(${[...subjectIds]}::uuid[]) and reader_id = any(${[...participantIds]}::text[])
    order by message_id desc limit 1`);
  return row?.message_id;
}

/** Who has read how far. Permission is up to the caller. */
export async function findReads(current: Current, subjectId: string): Promise<ThreadRead[]> {
  const rows = await current.db.query<Omit<Row<'thread_reads'>, 'subject_id'>>(sql`
    select reader_id, user_id, message_id, at from thread_reads where subject_id = ${subjectId} order by at desc limit 50`);
  return rows.map((row) => ({
    readerId: row.reader_id,
    userId: row.user_id ?? undefined,
    messageId: row.message_id,
    at: row.at.toISOString(),
  }));
}
