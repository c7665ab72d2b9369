import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { mayWriteMessage } from './audience.ts';
import type { ThreadReader } from './audience.ts';
import { findFiles, saveFiles } from './files.server.ts';
import type { SentFile } from './files.server.ts';
import { maskSecrets } from './masking.ts';
import type { MaskedText } from './masking.ts';
import { editOver, longMessage, moved, noMessage, noThread } from './problems.ts';
import { readableMessage, readableThread } from './readers.server.ts';
import { EDIT_MINUTES, MAX_MESSAGE, isSubjectId } from './thread.ts';
import type { MessageKind, ThreadAudience, ThreadMessage } from './thread.ts';
import type { KeptMail } from './whole-mails.server.ts';

export interface NewMessage {
  readonly kind: MessageKind;
  readonly side: 'player' | 'studio';
  readonly participantId: string;
  readonly userId: string | undefined;
  readonly body: string;
  readonly files?: readonly SentFile[];
  /** Of the mail by which it came. */
  readonly mail?: KeptMail | undefined;
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

/** In a transaction. @param seen the last message that its writer saw @throws Problem 400, 401, 403, 404, 409 */
export async function addMessage(
  current: Current,
  reader: ThreadReader,
  subjectId: string,
  { seen, ...added }: NewMessage & { readonly seen?: string },
): Promise<string> {
  if (!mayWriteMessage(reader, added.kind)) refuse(current);
  const message = readyMessage(added.body);
  const messageId = uuidv7(current.now().getTime());
  if (!isSubjectId(subjectId) || (seen !== undefined && !isSubjectId(seen))) throw new Problem(noThread);
  const readable = readableThread(reader, subjectId);
  // Nobody need have read that somebody is away.
  const isAside = added.mail?.program === 'vacation';
  const [locked] = await current.db.query<{ isLast: boolean }>(sql`
    update threads as t set last_message_id = case
        when ${isAside}::boolean then t.last_message_id
        when ${seen ?? null}::uuid is null or t.last_message_id = ${seen ?? null}::uuid then ${messageId}::uuid
        else t.last_message_id end
    where t.subject_id = ${subjectId} and ${readable}
    returning t.last_message_id = ${messageId}::uuid as "isLast"`);
  if (locked === undefined) throw new Problem(noThread);
  if (!locked.isLast && !isAside) throw new Problem(moved);
  await insertMessage(current, { ...added, ...message, subjectId, messageId });
  return messageId;
}

/** In a transaction, so that nobody writes meanwhile. Permission is up to the caller. @throws Problem 409 unless this is the last message */
export async function requireLast({ db }: Current, subjectId: string, messageId: string): Promise<void> {
  const last = isSubjectId(messageId)
    ? await db.query(sql`select from threads
        where subject_id = ${subjectId} and last_message_id = ${messageId} for update`)
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

export interface FoundThread {
  readonly messages: readonly ThreadMessage[];
  /** The newest of any kind, for `seen`; for the studio alone, because it may be a note. */
  readonly lastMessageId: string;
  readonly before: string | undefined;
}

const PAGE = 100;

/** The newest, oldest first. @param subjectIds with those merged into it @throws Problem 404 */
export async function getThread(
  current: Current,
  reader: ThreadReader,
  [subjectId = '', ...merged]: readonly string[],
  before?: string,
): Promise<FoundThread> {
  if (!isSubjectId(subjectId) || (before !== undefined && !isSubjectId(before))) throw new Problem(noThread);
  const [thread] = await current.db.query<Pick<Row<'threads'>, 'last_message_id'>>(sql`
    select t.last_message_id from threads t
    where t.subject_id = ${subjectId} and ${readableThread(reader, subjectId)}`);
  if (thread === undefined) throw new Problem(noThread);
  const subjectIds = [subjectId, ...merged];
  const rows = await current.db.query<ThreadMessageRow>(sql`select ${COLUMNS} from thread_messages m
    where m.subject_id = any(${subjectIds}::uuid[]) and ${readableMessage(reader)}
      ${before === undefined ? sql.empty : sql`and m.message_id < ${before}`}
    order by m.message_id desc limit ${PAGE + 1}::integer`);
  const { shown, last } = cutPage(rows, PAGE);
  const files = await findFiles(
    current,
    subjectIds,
    shown.map((row) => row.message_id),
  );
  return {
    lastMessageId: thread.last_message_id,
    before: last?.message_id,
    messages: shown.toReversed().map((row) => messageOf(row, files.get(row.message_id) ?? [])),
  };
}

/** One that the reader may read. @throws Problem 404 */
export async function getMessage(
  current: Current,
  reader: ThreadReader,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
): Promise<ThreadMessage> {
  const [row] =
    isSubjectId(subjectId) && isSubjectId(messageId)
      ? await current.db.query<ThreadMessageRow>(sql`select ${COLUMNS} from thread_messages m, threads t
          where t.subject_id = ${subjectId} and m.subject_id = ${subjectId} and m.message_id = ${messageId}
            and ${readableThread(reader, subjectId)} and ${readableMessage(reader)}`)
      : [];
  if (row === undefined) throw new Problem(noThread);
  return messageOf(row, []);
}

/** Which of the messages the reader may read, for many threads at once, each with its subject. */
export async function findReadable(
  current: Current,
  reader: ThreadReader,
  messages: readonly Pick<ThreadMessage, 'subjectId' | 'messageId'>[],
): Promise<Map<string, string>> {
  const subjectIds = [...new Set(messages.map(({ subjectId }) => subjectId))];
  const rows = await current.db.query<Pick<Row<'thread_messages'>, 'subject_id' | 'message_id'>>(sql`
    select m.subject_id, m.message_id from thread_messages m, threads t
    where m.subject_id = any(${subjectIds}::uuid[]) and t.subject_id = any(${subjectIds}::uuid[])
      and t.subject_id = m.subject_id and m.message_id = any(${messages.map(({ messageId }) => messageId)}::uuid[])
      and ${readableThread(reader, sql`t.subject_id`)} and ${readableMessage(reader)}`);
  return new Map(rows.map((row) => [row.message_id, row.subject_id]));
}

/** Whether one of them has what came by this mail. Permission is up to the caller. */
export async function hasMail(current: Current, subjectIds: readonly string[], mailId: string): Promise<boolean> {
  const rows = await current.db.query(sql`select from thread_messages
    where subject_id = any(${[...subjectIds]}::uuid[]) and mail_id = ${mailId} limit 1`);
  return rows.length > 0;
}

/** By which somebody wrote last. Permission is up to the caller. */
export async function findLastMailId(current: Current, subjectId: string): Promise<string | undefined> {
  const [row] = await current.db.query<Pick<Row<'thread_messages'>, 'mail_id'>>(sql`
    select mail_id from thread_messages where subject_id = ${subjectId} and mail_id is not null
    order by message_id desc limit 1`);
  return row?.mail_id ?? undefined;
}

/** Its writer, for a while; what it said stays in the history, for the studio. @throws Problem 400, 404, 409 when it is too late */
export async function editMessage(
  current: Current,
  reader: ThreadReader,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
  body: string,
): Promise<void> {
  const message = await getMessage(current, reader, { subjectId, messageId });
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

export interface ThreadHistoryDetails {
  readonly details?: object;
  readonly batchId?: string;
}

/** For the history of a subject. Permission is up to the caller. */
export async function recordThreadHistory(
  current: Current,
  subjectId: string,
  deed: string,
  { details = {}, batchId }: ThreadHistoryDetails = {},
): Promise<void> {
  const now = current.now();
  await current.db.query(sql`insert into thread_history (subject_id, entry_id, at, user_id, deed, batch_id, details)
    values (${subjectId}, ${uuidv7(now.getTime())}, ${now}, ${current.actor.userId ?? null}, ${deed}, ${batchId ?? null},
      ${JSON.stringify(details)})`);
}

export interface HistoryEntry {
  readonly entryId: string;
  readonly at: string;
  readonly userId: string | undefined;
  readonly deed: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The newest first. Permission is up to the caller: this is for the studio alone. */
export async function findHistory(current: Current, subjectId: string): Promise<HistoryEntry[]> {
  const rows = await current.db.query<
    Pick<Row<'thread_history'>, 'entry_id' | 'at' | 'user_id' | 'deed' | 'details'>
  >(sql`
    select entry_id, at, user_id, deed, details from thread_history where subject_id = ${subjectId}
    order by entry_id desc limit 50`);
  return rows.map((row) => ({
    entryId: row.entry_id,
    at: row.at.toISOString(),
    userId: row.user_id ?? undefined,
    deed: row.deed,
    details: row.details as Record<string, unknown>,
  }));
}

/** The last of its kind with these details. Permission is up to the caller. */
export async function findHistoryEntry(
  { db }: Current,
  subjectId: string,
  deed: string,
  details: object,
): Promise<Pick<HistoryEntry, 'at' | 'details'> | undefined> {
  const [row] = await db.query<Pick<Row<'thread_history'>, 'at' | 'details'>>(sql`
    select at, details from thread_history
    where subject_id = ${subjectId} and deed = ${deed} and details @> ${JSON.stringify(details)}::jsonb
    order by entry_id desc limit 1`);
  return row && { at: row.at.toISOString(), details: row.details as HistoryEntry['details'] };
}

/** What was done together, by subject. Permission is up to the caller. */
export async function findBatch(current: Current, batchId: string): Promise<{ subjectId: string; details: unknown }[]> {
  if (!isSubjectId(batchId)) return [];
  const rows = await current.db.query<Pick<Row<'thread_history'>, 'subject_id' | 'details'>>(sql`
    select subject_id, details from thread_history where batch_id = ${batchId} order by subject_id limit 500`);
  return rows.map((row) => ({ subjectId: row.subject_id, details: row.details }));
}

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

/** With which conversations begin, by subject. Permission is up to the caller. */
export async function findFirstMessages(
  current: Current,
  subjectIds: readonly string[],
): Promise<Map<string, ThreadMessage>> {
  const rows = await current.db.query<ThreadMessageRow>(sql`
    select m.* from unnest(${[...subjectIds]}::uuid[]) asked(subject_id) cross join lateral (
      select ${COLUMNS} from thread_messages m where m.subject_id = asked.subject_id order by m.message_id limit 1) m`);
  return new Map(rows.map((row) => [row.subject_id, messageOf(row, [])]));
}

/** What everyone reads who may read the conversations. Permission is up to the caller. */
export async function countMessages({ db }: Pick<Current, 'db'>, subjectIds: readonly string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::integer as count from thread_messages
    where subject_id = any(${[...subjectIds]}::uuid[]) and kind <> 'internal' and not is_held`);
  return row?.count ?? 0;
}

/** In the transaction of its subject. Permission is up to the caller. */
export async function setAudience(current: Current, subjectId: string, audience: ThreadAudience): Promise<void> {
  await current.db.query(sql`update threads set audience = ${audience} where subject_id = ${subjectId}`);
}

/** How far the reader has read, never back. What is not theirs to read is not read. */
export async function markRead(
  current: Current,
  reader: ThreadReader,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
): Promise<void> {
  const [readerId] = reader.participantIds;
  if (readerId === undefined) return;
  await getMessage(current, reader, { subjectId, messageId });
  await current.db.query(sql`insert into thread_reads as r (subject_id, reader_id, user_id, message_id, at)
    values (${subjectId}, ${readerId}, ${current.actor.userId ?? null}, ${messageId}, ${current.now()})
    on conflict (subject_id, reader_id) do update set message_id = excluded.message_id, at = excluded.at
    where r.message_id < excluded.message_id`);
}

export interface ThreadRead {
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

const COLUMNS = sql`m.subject_id, m.message_id, m.kind, m.side, m.participant_id, m.user_id, m.body, m.is_held, m.masked,
  m.program, m.sender, m.rest, m.mail_file, m.created_at, m.edited_at, m.redacted_at`;
type ThreadMessageRow = Omit<Row<'thread_messages'>, 'mail_id' | 'decided_at'>;

function messageOf(row: ThreadMessageRow, files: ThreadMessage['files']): ThreadMessage {
  return {
    subjectId: row.subject_id,
    messageId: row.message_id,
    kind: row.kind as MessageKind,
    side: row.side as ThreadMessage['side'],
    participantId: row.participant_id,
    userId: row.user_id ?? undefined,
    body: row.body,
    isHeld: row.is_held,
    isRedacted: row.redacted_at !== null,
    masked: row.masked,
    program: (row.program ?? undefined) as ThreadMessage['program'],
    sender: row.sender ?? undefined,
    rest: row.rest ?? '',
    hasMail: row.mail_file !== null,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString(),
    files,
    reactions: [],
  };
}
