import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { readKind } from '#app/notifications/list/changes.server.ts';
import { publishMailbox } from '#app/notifications/live.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';
import { Problem } from '#lib/problem.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { sentMessage } from './event-kinds.server.ts';
import { MAX_COUNT, textIn } from './message.ts';
import type { AnsweredMessage, MailboxTab, MessageTexts, ShownMessage } from './message.ts';
import { foreignCursor, noMessage } from './problems.ts';
import { parseSegment, findSegments, toSegment } from './segments.server.ts';

const PAGE = 20;

interface MailboxPage {
  readonly messages: ShownMessage[];
  readonly next: string | undefined;
}

/** What the studio has written to the actor, what was written or answered last comes first. @throws Problem 401, 400 */
export async function findMessages(current: Current, tab: MailboxTab, after?: string): Promise<MailboxPage> {
  const from = CURSOR.read(current, after);
  const rows = await current.db.query<MessageRow>(sql`
    ${await ownMessages(current)} and (k.archived_at is not null) = ${tab === 'archived'}
      ${from === undefined ? sql.empty : sql`and (${LAST_AT}, m.message_id) < (${from.value}::timestamptz, ${from.id}::uuid)`}
    order by last_at desc, m.message_id desc limit ${PAGE + 1}::integer`);
  const { shown, last } = cutPage(rows, PAGE);
  return {
    messages: shown.flatMap((row) => shownMessage(current, row)),
    next: last && CURSOR.write(current, last.last_at, last.message_id),
  };
}

/** With what of the actor's own it is about, as `noun.what:id`, and what they may take out of it. @throws Problem 401, 404 for another's as for none */
export async function getMessage(
  current: Current,
  messageId: string,
): Promise<ShownMessage & { readonly about: string | undefined; readonly perkId: string | undefined }> {
  const mine = await ownMessages(current);
  const [row] = isUuid(messageId)
    ? await current.db.query<MessageRow>(sql`${mine} and m.message_id = ${messageId}`)
    : [];
  const [message] = row === undefined ? [] : shownMessage(current, row);
  if (row === undefined || message === undefined) throw new Problem(noMessage);
  return { ...message, about: row.about ?? undefined, perkId: row.perk_id ?? undefined };
}

/** Up to a hundred. @throws Problem 401 */
export async function countUnread(current: Current): Promise<number> {
  const mine = await ownMessages(current);
  const rows = await current.db.query(sql`
    ${mine} and k.read_at is null and k.archived_at is null limit ${MAX_COUNT}::integer`);
  return rows.length;
}

/** Those that were sent to a segment in which the actor is now, since they are with us. */
async function ownMessages(current: Current): Promise<Sql> {
  const userId = requireUser(current);
  const { segments, since } = await findSegments(current, { userId, role: current.actor.role });
  return sql`
    select m.message_id, m.texts, m.path, m.about, m.perk_id, m.sent_at, m.segment = ${toSegment('user', userId)} as is_personal,
      k.read_at, k.archived_at, k.answered_at, ${LAST_AT} as last_at
    from mailbox_messages m
    left join mailbox_marks k on k.user_id = ${userId} and k.message_id = m.message_id
    where m.state = 'sent' and m.segment = any(${segments}::text[]) and m.sent_at >= ${since}`;
}

const LAST_AT = sql`greatest(m.sent_at, k.answered_at)`;

type MessageRow = Pick<Row<'mailbox_messages'>, 'message_id' | 'path' | 'about' | 'perk_id'> &
  Columns<'mailbox_messages', { texts: MessageTexts; sent_at: Date }> &
  Pick<Row<'mailbox_marks'>, 'read_at' | 'archived_at' | 'answered_at'> & { is_personal: boolean; last_at: Date };

function shownMessage({ locale: wanted }: Current, row: MessageRow): ShownMessage[] {
  const found = textIn(row.texts, wanted);
  if (found === undefined) return [];
  return [
    {
      ...found.text,
      messageId: row.message_id,
      locale: found.locale,
      path: row.path ?? undefined,
      isPersonal: row.is_personal,
      sentAt: row.sent_at.toISOString(),
      isRead: row.read_at !== null,
      isArchived: row.archived_at !== null,
      answeredAt: row.answered_at?.toISOString(),
    },
  ];
}

const CURSOR = new ListCursor('mailbox cursor', foreignCursor);

export type MessageChange = 'read' | 'unread' | 'archive' | 'unarchive';

/** Counts as read. @param shown the answer on the page, null for none @throws Problem 401, 404 */
export async function markMessage(
  current: Current,
  messageId: string,
  change: MessageChange,
  shown?: Date | null,
): Promise<void> {
  const userId = requireUser(current);
  await getMessage(current, messageId);
  const now = current.now();
  const [readAt, archivedAt] = [change === 'unread' ? null : now, change === 'archive' ? now : null];
  const keepsRead = change !== 'unread';
  const keepsArchive = change === 'read' || change === 'unread';
  await current.db.query(sql`
    insert into mailbox_marks as k (user_id, message_id, read_at, archived_at)
    values (${userId}, ${messageId}, ${readAt}, ${archivedAt})
    on conflict (user_id, message_id) do update set
      read_at = case when ${keepsRead} then coalesce(k.read_at, excluded.read_at) end,
      archived_at = case when ${keepsArchive} then k.archived_at else excluded.archived_at end
    where ${shown === undefined ? sql`true` : sql`k.answered_at is not distinct from ${shown}::timestamptz`}`);
  publishMailbox(current, userId);
  // With the last of them is read that messages wait, so that a badge asks nobody to come again.
  if (keepsRead && (await countUnread(current)) === 0) await readKind(current, sentMessage, now);
}

/** Its message is new again for the reader. In the transaction of the answer; permission is up to the caller. */
export async function noteAnswer(current: Current, userId: string, messageId: string): Promise<void> {
  const marked = await current.db.query(sql`
    insert into mailbox_marks (user_id, message_id, answered_at)
    select ${userId}, m.message_id, ${current.now()}::timestamptz from mailbox_messages m
    where m.message_id = ${messageId} and m.state = 'sent' and m.segment = ${toSegment('user', userId)}
    on conflict (user_id, message_id) do update set answered_at = excluded.answered_at, read_at = null, archived_at = null
    returning message_id`);
  if (marked.length > 0) publishMailbox(current, userId);
}

/** What a conversation with its id is about, if that is a message to one person. Permission is up to the caller. */
export async function findAnswered(current: Current, messageId: string): Promise<AnsweredMessage | undefined> {
  const [row] = await current.db.query<
    Pick<Row<'mailbox_messages'>, 'segment' | 'state'> & Columns<'mailbox_messages', { texts: MessageTexts }>
  >(sql`
    select texts, segment, state from mailbox_messages
    where message_id = ${messageId} and state <> 'draft' and starts_with(segment, ${toSegment('user', '')})`);
  const found = row && textIn(row.texts, current.locale);
  if (row === undefined || found === undefined) return undefined;
  return {
    ...found.text,
    locale: found.locale,
    userId: parseSegment(row.segment).of,
    isWithdrawn: row.state === 'withdrawn',
  };
}
