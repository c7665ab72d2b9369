import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { findKeptId } from '#app/accounts/merged-ids.server.ts';
import { StateMachine } from '#app/audit/state-machine.server.ts';
import { lacksRelease } from '#app/audit/state-machine.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { MAX_SUBJECT_BYTES } from '#app/following/subject.ts';
import type { OwnItemKind } from '#app/notifications/event-kind.server.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import { publishMailbox } from '#app/notifications/live.server.ts';
import { getPerk } from '#app/perks/perks.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { findAbout } from '../about-items.server.ts';
import { messageAudit } from '../audit-kinds.server.ts';
import { sentMessage } from '../event-kinds.server.ts';
import { MAX_PATH, MESSAGE_TRANSITIONS } from '../message.ts';
import type { MessageAudience, MessageState, MessageTexts, WrittenMessage } from '../message.ts';
import {
  badAbout,
  badAudience,
  badPath,
  messageChanged,
  needsRelease,
  noMessage,
  noReaders,
  noText,
  notNow,
} from '../problems.ts';
import { parseSegment, countReaders, toSegment, toRecipients } from '../segments.server.ts';

/** What is written of a message; texts of other locales stay. */
export interface MessageDraft {
  readonly audience: MessageAudience;
  readonly of: string;
  readonly path: string;
  /** What of their own it is about, as `noun.what:id`, for a message to one player; '' for none. */
  readonly about: string;
  /** What comes with it; '' for nothing. */
  readonly perkId: string;
  readonly texts: MessageTexts;
}

/** Needs staff. @throws Problem 401, 403, 400 at the field */
export async function createMessage(
  current: Current,
  draft: MessageDraft,
  kinds: readonly OwnItemKind[] = [],
): Promise<string> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const { segment, path, about, perkId } = await checkDraft(current, draft, kinds);
  const messageId = uuidv7(current.now().getTime());
  await current.db.query(sql`
    insert into mailbox_messages (message_id, state, segment, texts, path, about, perk_id, created_by, created_at) values
      (${messageId}, 'draft', ${segment}, ${JSON.stringify(draft.texts)}, ${path}, ${about}, ${perkId}, ${userId}, ${current.now()})`);
  return messageId;
}

/** Takes a release back. Needs staff. @throws Problem 401, 403, 404, 400 at the field, 409 when somebody else was faster */
export async function changeMessage(
  current: Current,
  messageId: string,
  rev: number,
  draft: MessageDraft,
  kinds: readonly OwnItemKind[] = [],
): Promise<void> {
  requireRole(current, 'staff');
  const { segment, path, about, perkId } = await checkDraft(current, draft, kinds);
  const texts = sql`texts || ${JSON.stringify(draft.texts)}::jsonb`;
  const set = sql`segment = ${segment}, path = ${path}, about = ${about}, perk_id = ${perkId}, texts = ${texts}`;
  await messageStates.change(current, messageId, rev, set);
}

async function checkDraft(
  current: Current,
  { audience, of: typed, path, about, perkId }: MessageDraft,
  kinds: readonly OwnItemKind[],
) {
  const of = audience === 'user' ? ((await findKeptId(current, typed)) ?? typed) : typed;
  const isThere =
    audience === 'user'
      ? (await findMissingAccounts(current.db, [of])).length === 0
      : audience !== 'follows' || /^[\w.-]+:.{1,150}$/.test(of);
  if (!isThere) throw problemAt('of', badAudience);
  if (path !== '' && (!/^\/(?![/\\])[^\s\\]*$/.test(path) || path.length > MAX_PATH)) {
    throw problemAt('path', badPath);
  }
  if (about !== '' && (audience !== 'user' || !(await isOwn(current, kinds, of, about)))) {
    throw problemAt('aboutId', badAbout);
  }
  if (perkId !== '') await atField('perkId', getPerk(current, perkId));
  return {
    segment: toSegment(audience, of),
    path: path === '' ? null : path,
    about: about === '' ? null : about,
    perkId: perkId === '' ? null : perkId,
  };
}

async function isOwn(current: Current, kinds: readonly OwnItemKind[], userId: string, about: string) {
  if (Buffer.byteLength(about) > MAX_SUBJECT_BYTES) return false;
  return (await findAbout(current, kinds, { of: userId, about }))?.item !== undefined;
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getWritten(current: Current, messageId: string): Promise<WrittenMessage> {
  return messageStates.get(current, messageId);
}

const PAGE = 50;

interface WrittenPage {
  readonly messages: WrittenMessage[];
  /** The id of the last one, if more follow it. */
  readonly next: string | undefined;
}

/** The newest first. Needs staff. @param before the id of the last of the page before @throws Problem 401, 403 */
export async function listWritten(current: Current, before?: string): Promise<WrittenPage> {
  requireRole(current, 'staff');
  const older = before !== undefined && isUuid(before) ? sql`where message_id < ${before}` : sql.empty;
  const rows = await current.db.query<WrittenRow>(sql`
    select ${COLUMNS} from mailbox_messages ${older} order by message_id desc limit ${PAGE + 1}::integer`);
  const { shown, last } = cutPage(rows, PAGE);
  return { messages: shown.map((row) => writtenFrom(row)), next: last?.message_id };
}

export function maySend({ actor }: Current): boolean {
  return isAdmin(actor.role);
}

/** A second person's yes to a message as it is. Needs admin. @throws Problem 401, 403, 404, 409 for one's own */
export async function releaseMessage(current: Current, messageId: string, rev: number): Promise<void> {
  await messageStates.release(current, messageId, rev);
}

/** Who gets it is told of it. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function sendMessage(current: Current, messageId: string, rev: number): Promise<void> {
  requireRole(current, 'admin');
  const userId = requireUser(current);
  await inTransaction(current, async (current) => {
    const change = { set: [sql`sent_by = ${userId}, sent_at = ${current.now()}`], guards: [sql`rev = ${rev}`] };
    const message = await messageStates.transition(current, messageId, 'send', change);
    const segment = toSegment(message.audience, message.of);
    const readers = await countReaders(current, segment);
    if (message.texts['en-US'] === undefined) throw new Problem(noText);
    if (readers === 0) throw new Problem(noReaders);
    if (lacksRelease(message, readers)) throw new Problem(needsRelease);
    await current.db.query(sql`update mailbox_messages set readers = ${readers} where message_id = ${messageId}`);
    const event = { key: messageId, group: 'mailbox', details: { messageId }, ...toRecipients(segment) };
    await notifyLater(current, sentMessage, event);
    publishMailboxFor(current, message);
  });
}

/** Nobody finds it any more, whoever has read it. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function withdrawMessage(current: Current, messageId: string): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const message = await messageStates.transition(current, messageId, 'withdraw');
    await withdrawLater(current, sentMessage, [messageId]);
    publishMailboxFor(current, message);
  });
}

function publishMailboxFor(current: Current, { audience, of }: WrittenMessage): void {
  publishMailbox(current, audience === 'user' ? of : undefined);
}

type WrittenRow = Omit<Row<'mailbox_messages'>, 'sent_by' | 'texts'> &
  Columns<'mailbox_messages', { texts: MessageTexts }>;

const COLUMNS = sql`message_id, state, segment, texts, path, about, perk_id, rev, created_by, created_at, released_by, sent_at, readers`;

function writtenFrom(row: WrittenRow): WrittenMessage {
  return {
    ...parseSegment(row.segment),
    messageId: row.message_id,
    state: row.state as MessageState,
    texts: row.texts,
    path: row.path ?? undefined,
    about: row.about ?? undefined,
    perkId: row.perk_id ?? undefined,
    rev: row.rev,
    createdBy: row.created_by,
    createdAt: row.created_at,
    releasedBy: row.released_by ?? undefined,
    sentAt: row.sent_at ?? undefined,
    readers: row.readers ?? undefined,
  };
}

/** How many would get it now. Needs staff. @throws Problem 401, 403 */
export function countMessageReaders(current: Current, { audience, of }: WrittenMessage): Promise<number> {
  requireRole(current, 'staff');
  return countReaders(current, toSegment(audience, of));
}

export const messageStates = new StateMachine({
  transitions: MESSAGE_TRANSITIONS,
  table: sql`mailbox_messages`,
  key: sql`message_id`,
  columns: COLUMNS,
  fromRow: writtenFrom,
  audit: messageAudit,
  describe: ({ messageId, texts, audience, of, rev }) => ({
    target: `mailbox ${messageId}`,
    after: { title: texts['en-US']?.title ?? '', segment: toSegment(audience, of), rev },
  }),
  missing: noMessage,
  notNow,
  outdated: messageChanged,
});
