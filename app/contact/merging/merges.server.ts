import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { findHistoryEntry, recordThreadHistory } from '#app/threads/history.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { publishDesk } from '../desk/desk-presence.server.ts';
import { notMergeable, otherPerson } from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';
import { STATES } from '../submission.ts';
import type { SubmissionState } from '../submission.ts';

/**
 * From then on the one is read in the other, which is as urgent as the more urgent of them: no question of a player is lost in
 * what was settled. Nothing is moved, so undoing it leaves both as they were. Needs staff.
 * @returns whether it has opened the other again
 * @throws Problem 401, 403, 404, 409 for those of two people, and for one that is merged already
 */
export async function mergeSubmissions(current: Current, subjectId: string, into: string): Promise<boolean> {
  requireRole(current, 'staff');
  const [from, to] = [await requireRow(current, subjectId), await requireRow(current, into)];
  if (from.participantId !== to.participantId) throw new Problem(otherPerson);
  if (subjectId === into) throw new Problem(notMergeable);
  const { was, now } = await inTransaction(current, (current) => mergeRows(current, subjectId, into, mergeQueueStates));
  return was.state === 'closed' && now.state !== 'closed';
}

/** Whose turn it is, and since when. Times are in ISO 8601, as they stand in the history. */
export interface QueueState {
  readonly state: SubmissionState;
  readonly dueAt: string | null;
  readonly snoozedUntil: string | null;
  readonly assignedUserId: string | null;
  readonly closedAt: string | null;
  readonly lastAt: string;
}

type MergedQueueState = Pick<QueueState, 'state' | 'dueAt' | 'snoozedUntil' | 'assignedUserId'>;

/** In a transaction; permission is up to the caller. @returns the second, before and after @throws Problem 409 */
export async function mergeRows(
  current: Current,
  subjectId: string,
  into: string,
  settle: (from: QueueState, to: QueueState) => MergedQueueState,
): Promise<{ was: QueueState; now: QueueState }> {
  // In one order, so that two who merge each other's do not wait for each other.
  const rows = await current.db.query<QueueStateRow>(sql`
    select subject_id, merged_into, state, due_at, snoozed_until, assigned_user_id, closed_at, last_at
    from contact_submissions
    where subject_id = any(${[subjectId, into]}::uuid[]) or merged_into = ${subjectId} order by subject_id for update`);
  const [from, to] = [subjectId, into].map((id) => rows.find((row) => row.subject_id === id));
  // Only what stands by itself: a chain would be undone in another order than it was made.
  const isFree = rows.length === 2 && rows.every((row) => row.merged_into === null);
  if (!isFree || from === undefined || to === undefined) throw new Problem(notMergeable);
  const was = queueStateOf(to);
  const settled = settle(queueStateOf(from), was);
  const at = current.now().toISOString();
  // What has come to it is settled with it, and so are kept together from now on.
  const now = { ...settled, closedAt: settled.state === 'closed' ? at : null, lastAt: at };
  await current.db.query(sql`update contact_submissions set merged_into = ${into} where subject_id = ${subjectId}`);
  await current.db.query(sql`update contact_submissions o set ${setTurn(now)}, messages = o.messages + f.messages
    from contact_submissions f where o.subject_id = ${into} and f.subject_id = ${subjectId}`);
  await recordThreadHistory(current, subjectId, 'merge', { details: { into } });
  await recordThreadHistory(current, into, 'mergedIn', { details: { from: subjectId, was, now } });
  publishDesk(current, into);
  return { was, now };
}

/** Open comes before waiting, and that before closed; of two of a kind what is sooner counts. */
export function mergeQueueStates(from: QueueState, to: QueueState): MergedQueueState {
  const assignedUserId = to.assignedUserId ?? from.assignedUserId;
  const order = STATES.indexOf(from.state) - STATES.indexOf(to.state);
  const { state, dueAt, snoozedUntil } = order < 0 ? from : to;
  if (order !== 0) return { state, dueAt, snoozedUntil, assignedUserId };
  const isUnsnoozed = from.snoozedUntil === null || to.snoozedUntil === null;
  return {
    ...{ state, assignedUserId, dueAt: soonest(from.dueAt, to.dueAt) },
    snoozedUntil: isUnsnoozed ? null : soonest(from.snoozedUntil, to.snoozedUntil),
  };
}

function soonest(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other < one) ? other : one;
}

/** What has changed again since stays. Needs staff. @throws Problem 401, 403, 404, 409 when it is not merged */
export async function unmergeSubmission(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const { mergedInto: into } = await requireRow(current, subjectId);
  if (into === undefined) throw new Problem(notMergeable);
  await inTransaction(current, async (current) => {
    const undone = await current.db.query(sql`update contact_submissions set merged_into = null
      where subject_id = ${subjectId} and merged_into = ${into} returning subject_id`);
    if (undone.length === 0) throw new Problem(notMergeable);
    const entry = await findHistoryEntry(current, into, 'mergedIn', { from: subjectId });
    const { was, now } = (entry?.details ?? {}) as { was?: QueueState; now?: QueueState };
    if (was !== undefined && now !== undefined) await takeBack(current, { subjectId, into }, was, now);
    await recordThreadHistory(current, subjectId, 'unmerge', { details: { into } });
    await recordThreadHistory(current, into, 'unmergedFrom', { details: { from: subjectId } });
    publishDesk(current, into);
  });
}

async function takeBack(
  { db }: Current,
  { subjectId, into }: { readonly subjectId: string; readonly into: string },
  was: QueueState,
  now: QueueState,
): Promise<void> {
  await db.query(sql`update contact_submissions o set messages = o.messages - f.messages
    from contact_submissions f where o.subject_id = ${into} and f.subject_id = ${subjectId}`);
  await db.query(sql`update contact_submissions set ${setTurn(was)} where subject_id = ${into}
    and (state, due_at, snoozed_until, assigned_user_id, closed_at, last_at) is not distinct from
      (${now.state}::text, ${now.dueAt}::timestamptz, ${now.snoozedUntil}::timestamptz, ${now.assignedUserId}::text,
      ${now.closedAt}::timestamptz, ${now.lastAt}::timestamptz)`);
}

const setTurn = ({ state, dueAt, snoozedUntil, assignedUserId, closedAt, lastAt }: QueueState) => sql`
  state = ${state}, due_at = ${dueAt}::timestamptz, snoozed_until = ${snoozedUntil}::timestamptz,
  assigned_user_id = ${assignedUserId}, closed_at = ${closedAt}::timestamptz, last_at = ${lastAt}::timestamptz`;

type QueueStateRow = Pick<
  Row<'contact_submissions'>,
  'subject_id' | 'merged_into' | 'state' | 'due_at' | 'snoozed_until' | 'assigned_user_id' | 'closed_at' | 'last_at'
>;

function queueStateOf(row: QueueStateRow): QueueState {
  return {
    state: row.state as SubmissionState,
    dueAt: row.due_at?.toISOString() ?? null,
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
    assignedUserId: row.assigned_user_id,
    closedAt: row.closed_at?.toISOString() ?? null,
    lastAt: row.last_at.toISOString(),
  };
}
