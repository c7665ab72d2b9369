import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { ThreadReader } from '#app/threads/audience.ts';
import { prepareSentFiles } from '#app/threads/files.server.ts';
import type { LeftOutFile } from '#app/threads/files.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { getThread } from '#app/threads/messages.server.ts';
import type { FoundThread } from '#app/threads/messages.server.ts';
import { readThreadToken, threadReader } from '#app/threads/readers.server.ts';
import { keepMail } from '#app/threads/whole-mails.server.ts';
import type { NewMail } from '#app/threads/whole-mails.server.ts';
import { addMessage } from '#app/threads/writing.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';

import { requireNotBlocked } from './desk/blocks.server.ts';
import { publishDesk } from './desk/desk-presence.server.ts';
import { returnedSubmission } from './event-kinds.server.ts';
import { linkMail } from './link.mail.tsx';
import { goneSubmission, noSubmission } from './problems.ts';
import { searchWith } from './search-index.server.ts';
import { findSubmissionRoot, findRow } from './submission-rows.server.ts';
import type { SubmissionRow } from './submission.ts';
import type { OwnedSubmission, SubmissionState } from './submission.ts';

interface OwnSubmission {
  readonly submission: OwnedSubmission;
  readonly thread: FoundThread;
}

/** For its sender, signed in or by a mailed link, and staff. @throws Problem 404 for another's as for none */
export async function getSubmission(
  current: Current,
  subjectId: string,
  token: string | undefined,
  before?: string,
): Promise<OwnSubmission & { readonly row: SubmissionRow; readonly reader: ThreadReader }> {
  const reader = threadReader(current, subjectId, token);
  const row = await requireThere(current, subjectId, token);
  const thread = await getThread(current, reader, subjectId, before);
  const { topic, title, facts, state, createdAt } = row;
  return { submission: { subjectId, topic, title, facts, state, createdAt }, thread, row, reader };
}

/** Whoever has a link knows that there was one. @throws Problem 404, 410 */
async function requireThere(current: Current, subjectId: string, token: string | undefined): Promise<SubmissionRow> {
  const row = await findRow(current, subjectId);
  if (row !== undefined) return row;
  const link = token === undefined ? undefined : readThreadToken(current, token);
  throw new Problem(link?.subjectId === subjectId ? goneSubmission : noSubmission);
}

/** Of one account or address in an hour, whatever the thread. */
const REPLIES = { name: 'contact replies', points: 30, seconds: 3600, credit: 0 };

export interface TypedReply {
  readonly body: string;
  readonly files: readonly (File | LeftOutFile)[];
  /** Feedback for the studio alone, on other stages than production (specification §6). */
  readonly isInternal?: boolean;
  /** By which it came: then nobody is there to choose other files. */
  readonly mail?: NewMail;
}

/** Its sender writes again, and it is the studio's turn. @throws Problem 400, 401, 403, 404, 413, 429 */
export async function replyToStudio(
  current: Current,
  subjectId: string,
  token: string | undefined,
  { body, isInternal = false, ...typed }: TypedReply,
): Promise<string> {
  const { row, reader } = await getSubmission(current, subjectId, token);
  if (!reader.participantIds.includes(row.participantId)) throw new Problem(noSubmission);
  await requireWithinLimit(current, senderKey(current, row), REPLIES);
  await requireNotBlocked(current, row);
  const { files, mail } = await prepareReply(current, typed);
  const kind = isInternal ? 'internal' : 'public';
  const { participantId, userId } = row;
  // An old page of one that was merged meanwhile: both are theirs.
  const target = await findSubmissionRoot(current, row);
  return inTransaction(current, async (current) => {
    const message = { kind, side: 'player', participantId, userId, body, files, mail } as const;
    const { messageId, root } = await addMessage(current, reader, target, message);
    // Somebody who is away has not answered.
    if (mail?.program === 'vacation') return messageId;
    const set = sql`state = 'open', closed_at = null, snoozed_until = null`;
    const { wasClosed, assignedUserId } = await noteMessage(current, root, body, set);
    if (wasClosed) await recordThreadHistory(current, root, 'reopen');
    // Programs are not told on, for whoever is told may get a mail.
    if (assignedUserId !== null && mail?.program === undefined) {
      const userIds = [assignedUserId];
      await notifyLater(current, returnedSubmission, {
        key: messageId,
        group: root,
        details: { subjectId: root },
        userIds,
        causedBy: userId,
      });
    }
    return messageId;
  });
}

/** Its files, and what is kept of its mail. @throws Problem 400, 413, 503, 507 */
export async function prepareReply(current: Current, { files, mail }: Pick<TypedReply, 'files' | 'mail'>) {
  return {
    files: await prepareSentFiles(current, files, mail === undefined ? 'refuse' : 'leave out'),
    mail: mail && (await keepMail(current, mail)),
  };
}

/** By mail there is no address of a caller. */
function senderKey({ actor, address }: Current, { participantId }: SubmissionRow): string {
  return actor.userId ?? (address === undefined ? participantId : callerKey(address));
}

interface NotedSubmission {
  readonly wasClosed: boolean;
  readonly assignedUserId: string | null;
}

/** After it was written, where it is read: whose turn it is counts there. @throws Problem 404 */
export async function noteMessage(
  current: Current,
  subjectId: string,
  body: string,
  set: Sql,
): Promise<NotedSubmission> {
  const { db } = current;
  const [before] = await db.query<Pick<Row<'contact_submissions'>, 'state' | 'assigned_user_id'>>(sql`
    select state, assigned_user_id from contact_submissions where subject_id = ${subjectId} for update`);
  if (before === undefined) throw new Problem(noSubmission);
  await db.query(sql`update contact_submissions set ${set}, last_at = ${current.now()}, messages = messages + 1,
      search = ${searchWith(body)}
    where subject_id = ${subjectId}`);
  publishDesk(current, subjectId);
  return { wasClosed: before.state === 'closed', assignedUserId: before.assigned_user_id };
}

/** Its sender closes it or opens it again. @throws Problem 404 */
export async function changeOwnState(
  current: Current,
  subjectId: string,
  token: string | undefined,
  state: Extract<SubmissionState, 'open' | 'closed'>,
): Promise<void> {
  const { row, reader } = await getSubmission(current, subjectId, token);
  if (!reader.participantIds.includes(row.participantId)) throw new Problem(noSubmission);
  const target = await findSubmissionRoot(current, row);
  await inTransaction(current, async (current) => {
    const changed = await current.db.query(sql`update contact_submissions
      set state = ${state}, closed_at = ${state === 'closed' ? current.now() : null}, snoozed_until = null,
        last_at = ${current.now()}
      where subject_id = ${target} and state <> ${state} returning subject_id`);
    if (changed.length > 0) await recordThreadHistory(current, target, state === 'open' ? 'reopen' : 'close');
  });
}

const LINKS = { name: 'contact links', points: 3, seconds: 3600, credit: 0 };

/** Mails a new link to whom an expired one was mailed. It goes to the address of the thread, whoever asks. @throws Problem 404, 410, 429 */
export async function mailNewLink(current: Current, subjectId: string, token: string): Promise<void> {
  const link = readThreadToken(current, token);
  if (link?.subjectId !== subjectId) throw new Problem(noSubmission);
  await requireThere(current, subjectId, token);
  await requireWithinLimit(current, subjectId, LINKS);
  await sendMailLater(current, linkMail, { subjectId }, { key: `${subjectId} ${current.now().getTime()}` });
}

export function isExpiredLink(current: Current, subjectId: string, token: string | undefined): boolean {
  const link = token === undefined ? undefined : readThreadToken(current, token);
  return link?.subjectId === subjectId && link.isExpired;
}
