import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { mayWriteMessage } from './audience.ts';
import type { ThreadReader } from './audience.ts';
import { saveFiles } from './files.server.ts';
import type { SentFile } from './files.server.ts';
import { recordThreadHistory } from './history.server.ts';
import { maskSecrets } from './masking.ts';
import type { MaskedText } from './masking.ts';
import { getMessage } from './messages.server.ts';
import { editOver, longMessage, moved, noMessage, noThread } from './problems.ts';
import { readableThread } from './readers.server.ts';
import { EDIT_MINUTES, MAX_MESSAGE, isSubjectId } from './thread.ts';
import type { MessageKind, MessageKey, ThreadAudience } from './thread.ts';
import type { MessageMail } from './whole-mails.server.ts';

interface NewMessage {
  readonly kind: MessageKind;
  readonly side: 'player' | 'studio';
  readonly participantId: string;
  readonly userId: string | undefined;
  readonly body: string;
  readonly files?: readonly SentFile[];
  /** Of the mail by which it came. */
  readonly mail?: MessageMail | undefined;
  /** Until the studio has seen it. */
  readonly isHeld?: boolean;
}

export interface NewThread {
  readonly subjectId: string;
  readonly noun: string;
  readonly audience: ThreadAudience;
}

/** In the transaction that makes its subject; permission is up to the caller. @returns the id of its first message */
export async function openThread(current: Current, thread: NewThread, first: NewMessage): Promise<string> {
  const { subjectId, noun, audience } = thread;
  const { participantId, userId = null } = first;
  const message = readyMessage(first.body);
  const now = current.now();
  const messageId = uuidv7(now.getTime());
  await current.db.query(sql`insert into threads (subject_id, noun, audience, last_message_id, created_at)
    values (${subjectId}, ${noun}, ${audience}, ${messageId}, ${now})`);
  await current.db.query(sql`insert into thread_participants (subject_id, participant_id, user_id, added_at)
    values (${subjectId}, ${participantId}, ${userId}, ${now})`);
  await insertMessage(current, { ...first, ...message, subjectId, messageId });
  return messageId;
}

interface AddedMessage {
  readonly messageId: string;
  /** Where it is read, which nobody changes until the end of the transaction. */
  readonly root: string;
}

/** In a transaction. @param seen the last message that its writer saw @throws Problem 400, 401, 403, 404, 409 */
export async function addMessage(
  current: Current,
  reader: ThreadReader,
  subjectId: string,
  { seen, ...added }: NewMessage & { readonly seen?: string },
): Promise<AddedMessage> {
  if (!mayWriteMessage(reader, added.kind)) refuse(current);
  const message = readyMessage(added.body);
  const messageId = uuidv7(current.now().getTime());
  if (!isSubjectId(subjectId) || (seen !== undefined && !isSubjectId(seen))) throw new Problem(noThread);
  const readable = readableThread(reader, subjectId);
  // Nobody need have read that somebody is away.
  const isAside = added.mail?.program === 'vacation';
  const [locked] = await current.db.query<{ isLast: boolean; root: string }>(sql`
    update threads as t set last_message_id = case
        when ${isAside}::boolean then t.last_message_id
        when ${seen ?? null}::uuid is null or t.last_message_id = ${seen ?? null}::uuid then ${messageId}::uuid
        else t.last_message_id end
    where t.subject_id = ${subjectId} and ${readable}
    returning t.last_message_id = ${messageId}::uuid as "isLast", coalesce(t.merged_root, t.subject_id) as root`);
  if (locked === undefined) throw new Problem(noThread);
  const { isLast, root } = locked;
  // Merged meanwhile, it is in a longer conversation, of which nobody has read the rest.
  const isMoved = seen !== undefined && root !== subjectId;
  if ((!isLast && !isAside) || isMoved) throw new Problem(moved);
  await insertMessage(current, { ...added, ...message, subjectId, messageId });
  return { messageId, root };
}

/** In a transaction, so that nobody writes meanwhile. Permission is up to the caller. @throws Problem 409 unless this is the last message */
export async function requireLast({ db }: Current, subjectId: string, messageId: string): Promise<void> {
  const last = isSubjectId(messageId)
    ? await db.query(sql`select from threads
        where subject_id = ${subjectId} and last_message_id = ${messageId} for no key update`)
    : [];
  if (last.length === 0) throw new Problem(moved);
}

interface StoredMessage extends Omit<NewMessage, 'body'> {
  readonly subjectId: string;
  readonly messageId: string;
  readonly text: string;
  readonly count: number;
}

async function insertMessage(current: Current, message: StoredMessage): Promise<void> {
  const {
    subjectId,
    messageId,
    kind,
    side,
    participantId,
    userId = null,
    text,
    count,
    files = [],
    mail,
    isHeld = false,
  } = message;
  const { mailId = null, program = null, sender = null, fileKey = null, rest = '' } = mail ?? {};
  const masked = maskSecrets(rest);
  await current.db.query(sql`insert into thread_messages
      (subject_id, message_id, kind, side, participant_id, user_id, body, masked, mail_id, program, sender, rest, mail_file,
      is_held, created_at)
    values (${subjectId}, ${messageId}, ${kind}, ${side}, ${participantId}, ${userId}, ${text}, ${count + masked.count},
      ${mailId}, ${program}, ${sender}, ${masked.text === '' ? null : masked.text}, ${fileKey}, ${isHeld}, ${current.now()})`);
  await saveFiles(current, { subjectId, messageId }, files);
}

/** As it is kept. @throws Problem 400 */
export function readyMessage(body: string): MaskedText {
  const text = body.replaceAll('\r\n', '\n').trim();
  if (text === '') throw problemAt('body', noMessage);
  if (text.length > MAX_MESSAGE) throw problemAt('body', longMessage);
  return maskSecrets(text);
}

/** Its writer, for a while; what it said stays in the history, for the studio. @throws Problem 400, 404, 409 when it is too late */
export async function editMessage(
  current: Current,
  reader: ThreadReader,
  messageKey: MessageKey,
  body: string,
): Promise<void> {
  const { subjectId, messageId } = messageKey;
  const message = await getMessage(current, reader, messageKey);
  if (!reader.participantIds.includes(message.participantId)) throw new Problem(noThread);
  const { text, count } = readyMessage(body);
  const now = current.now();
  const since = new Date(now.getTime() - EDIT_MINUTES * 60_000);
  await inTransaction(current, async (current) => {
    const [before] = await current.db.query<Pick<Row<'thread_messages'>, 'body'>>(sql`select body from thread_messages
      where subject_id = ${subjectId} and message_id = ${messageId} and created_at > ${since} and redacted_at is null for update`);
    if (before === undefined) throw new Problem(editOver);
    await current.db.query(sql`update thread_messages set body = ${text}, masked = masked + ${count}, edited_at = ${now}
      where subject_id = ${subjectId} and message_id = ${messageId}`);
    await recordThreadHistory(current, subjectId, 'edit', { details: { messageId, was: before.body } });
  });
}
