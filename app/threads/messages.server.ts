import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { ThreadReader } from './audience.ts';
import { findFiles } from './files.server.ts';
import { inTree, subjectsOfTree } from './merging/trees.server.ts';
import { noThread } from './problems.ts';
import { readableMessage, readableThread } from './readers.server.ts';
import { isSubjectId } from './thread.ts';
import type { MessageKind, MessageKey, ThreadMessage } from './thread.ts';

export interface FoundThread {
  /** Its own, and those that are read in it, as far as the reader may. */
  readonly subjectIds: readonly string[];
  readonly splitFrom: string | undefined;
  readonly messages: readonly ThreadMessage[];
  /** The newest of any kind, for `seen`; for the studio alone, because it may be a note. */
  readonly lastMessageId: string;
  readonly before: string | undefined;
}

const PAGE = 100;
/** Conversations that are read together. */
const MAX_TREE = 200;

/** The newest, oldest first, with what was merged into it. @throws Problem 404 */
export async function getThread(
  current: Current,
  reader: ThreadReader,
  subjectId: string,
  before?: string,
): Promise<FoundThread> {
  if (!isSubjectId(subjectId) || (before !== undefined && !isSubjectId(before))) throw new Problem(noThread);
  const [thread, ...merged] = await current.db.query<ThreadRow>(sql`
    select t.subject_id, t.last_message_id, t.split_from from threads t
    where ${inTree(subjectId)} and ${readableThread(reader, sql`t.subject_id`)}
    order by t.subject_id = ${subjectId} desc, t.subject_id limit ${MAX_TREE}::integer`);
  if (thread?.subject_id !== subjectId) throw new Problem(noThread);
  const subjectIds = [subjectId, ...merged.map((row) => row.subject_id)];
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
    subjectIds,
    splitFrom: thread.split_from ?? undefined,
    lastMessageId: thread.last_message_id,
    before: last?.message_id,
    messages: shown.toReversed().map((row) => toMessage(row, files.get(row.message_id) ?? [])),
  };
}

type ThreadRow = Pick<Row<'threads'>, 'subject_id' | 'last_message_id' | 'split_from'>;

/** One that the reader may read. @throws Problem 404 */
export async function getMessage(
  current: Current,
  reader: ThreadReader,
  { subjectId, messageId, within = subjectId }: MessageKey,
): Promise<ThreadMessage> {
  const [row] = [subjectId, messageId, within].every(isSubjectId)
    ? await current.db.query<ThreadMessageRow>(sql`select ${COLUMNS} from thread_messages m, threads t
        where t.subject_id = ${subjectId} and m.subject_id = ${subjectId} and m.message_id = ${messageId}
          and ${inTree(within)} and ${readableThread(reader, subjectId)} and ${readableMessage(reader)}`)
    : [];
  if (row === undefined) throw new Problem(noThread);
  return toMessage(row, []);
}

/** Which of the messages the reader may read, for many threads at once, each with its subject. */
export async function findReadable(
  current: Current,
  reader: ThreadReader,
  messages: readonly MessageKey[],
): Promise<Map<string, string>> {
  const found = await findMessages(current, reader, messages);
  return new Map([...found].map(([messageId, { subjectId }]) => [messageId, subjectId]));
}

/** The same with what they say, but not their files. */
export async function findMessages(
  current: Current,
  reader: ThreadReader,
  messages: readonly MessageKey[],
): Promise<Map<string, ThreadMessage>> {
  const subjectIds = [...new Set(messages.map(({ subjectId }) => subjectId))];
  const rows = await current.db.query<ThreadMessageRow>(sql`
    select ${COLUMNS} from thread_messages m, threads t
    where m.subject_id = any(${subjectIds}::uuid[]) and t.subject_id = any(${subjectIds}::uuid[])
      and t.subject_id = m.subject_id and m.message_id = any(${messages.map(({ messageId }) => messageId)}::uuid[])
      and ${readableThread(reader, sql`t.subject_id`)} and ${readableMessage(reader)}`);
  return new Map(rows.map((row) => [row.message_id, toMessage(row, [])]));
}

/** What waits for a decision in conversations of a noun, the oldest first. Permission is up to the caller. */
export async function findWaitingMessages(current: Current, noun: string, limit: number): Promise<ThreadMessage[]> {
  const rows = await current.db.query<ThreadMessageRow>(sql`select ${COLUMNS} from thread_messages m, threads t
    where m.is_held and m.decided_at is null and t.subject_id = m.subject_id and t.noun = ${noun}
    order by m.message_id limit ${limit}::integer`);
  return rows.map((row) => toMessage(row, []));
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

/** With which conversations begin, by subject. Permission is up to the caller. */
export async function findFirstMessages(
  current: Current,
  subjectIds: readonly string[],
): Promise<Map<string, ThreadMessage>> {
  const rows = await current.db.query<ThreadMessageRow>(sql`
    select m.* from unnest(${[...subjectIds]}::uuid[]) asked(subject_id) cross join lateral (
      select ${COLUMNS} from thread_messages m where m.subject_id = asked.subject_id order by m.message_id limit 1) m`);
  return new Map(rows.map((row) => [row.subject_id, toMessage(row, [])]));
}

/** What everyone reads who may read the conversations. Permission is up to the caller. */
export async function countMessages({ db }: Pick<Current, 'db'>, subjectIds: readonly string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::integer as count from thread_messages
    where subject_id = any(${[...subjectIds]}::uuid[]) and kind <> 'internal' and not is_held`);
  return row?.count ?? 0;
}

/** Of any kind, there and in what is read there, but not that somebody is away. Permission is up to the caller. */
export async function countWritten({ db }: Pick<Current, 'db'>, subjectId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::integer as count from thread_messages
    where subject_id in ${subjectsOfTree(subjectId)} and program is distinct from 'vacation'`);
  return row?.count ?? 0;
}

/** What its messages say, the oldest first, for an index. Permission is up to the caller. */
export async function findWords(current: Current, subjectId: string, limit: number): Promise<string[]> {
  const rows = await current.db.query<Pick<Row<'thread_messages'>, 'body'>>(sql`select body from thread_messages
    where subject_id = ${subjectId} order by message_id limit ${limit}::integer`);
  return rows.map((row) => row.body);
}

/** Which of the files conversations have; the job that sweeps unreferenced files keeps them. */
export async function findThreadFiles(current: Current, keys: readonly string[]): Promise<(string | null)[]> {
  const rows = await current.db.query<Pick<Row<'thread_files'>, 'file_key'>>(sql`
    select file_key from thread_files where file_key = any(${[...keys]}::text[])
    union select mail_file from thread_messages where mail_file = any(${[...keys]}::text[])`);
  return rows.map((row) => row.file_key);
}

const COLUMNS = sql`m.subject_id, m.message_id, m.kind, m.side, m.participant_id, m.user_id, m.body, m.is_held, m.masked,
  m.program, m.sender, m.rest, m.mail_file, m.created_at, m.edited_at, m.redacted_at`;
type ThreadMessageRow = Omit<Row<'thread_messages'>, 'mail_id' | 'decided_at'>;

function toMessage(row: ThreadMessageRow, files: ThreadMessage['files']): ThreadMessage {
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
