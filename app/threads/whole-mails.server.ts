import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { storeFile } from '#app/media/making/files.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { mayReadMail } from './audience.ts';
import type { ThreadReader } from './audience.ts';
import { attachmentResponse } from './files.server.ts';
import { maskSecrets } from './masking.ts';
import { noThread } from './problems.ts';
import { toParticipantId, readableMessages } from './readers.server.ts';
import { MAIL_DAYS, isSubjectId } from './thread.ts';
import type { ThreadMessage } from './thread.ts';

/** By which somebody writes. */
export interface NewMail extends Pick<ThreadMessage, 'program' | 'sender' | 'rest'> {
  /** In angle brackets. */
  readonly mailId: string | undefined;
  /** All that it says, as text. */
  readonly whole: string;
}

export interface MessageMail extends Omit<NewMail, 'whole'> {
  readonly fileKey: string;
}

/**
 * Keeps the whole mail beside its message, as text and with its secrets masked like theirs: its bytes would keep them, in
 * whatever encoding. Files are kept by themselves. @throws Problem 507
 */
export async function keepMail(current: Current, { whole, ...mail }: NewMail): Promise<MessageMail> {
  const { key } = await storeFile(current, Buffer.from(maskSecrets(whole.toWellFormed()).text));
  return { ...mail, fileKey: key };
}

/** For the studio, and for whoever sent it; also of what was merged into it. @throws Problem 404 */
export async function answerWholeMail(
  current: Current,
  reader: ThreadReader,
  subjectId: string,
  messageId: string,
): Promise<Response> {
  const [row] =
    isSubjectId(subjectId) && isSubjectId(messageId)
      ? await current.db.query<Pick<Row<'thread_messages'>, 'participant_id' | 'sender' | 'mail_file'>>(sql`
          select m.participant_id, m.sender, m.mail_file from ${readableMessages(reader, subjectId)} m
          where m.message_id = ${messageId} and m.mail_file is not null`)
      : [];
  if (row === undefined || row.mail_file === null || !mayReadMail(reader, toSenderId(row))) throw new Problem(noThread);
  const file = { name: 'mail.txt', type: 'text/plain; charset=utf-8', file_key: row.mail_file };
  return attachmentResponse(current, file, noThread, 'inline');
}

/** Whose mail it is, by the address from which it came. */
export function toSenderId({ participant_id: id, sender }: Pick<Row<'thread_messages'>, 'participant_id' | 'sender'>) {
  return sender === null ? id : toParticipantId({ email: sender });
}

/** Their bytes are swept with all that nothing names any more. */
export async function deleteOldMails(system: Current): Promise<void> {
  const { db, now } = withHeavyPool(system);
  const before = new Date(now().getTime() - MAIL_DAYS * 86_400_000);
  await db.query(
    sql`update thread_messages set mail_file = null where mail_file is not null and created_at < ${before}`,
  );
}
