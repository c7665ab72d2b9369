import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { mergeThreads, unmergeThread } from '#app/threads/merging/merges.server.ts';
import { countWritten } from '#app/threads/messages.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { submissionAudit } from '../audit-kinds.server.ts';
import { publishDesk } from '../desk/desk-presence.server.ts';
import { notMergeable, otherPerson } from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';
import { STATES, toSubmissionNumber } from '../submission.ts';
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
  const { was, now } = await inTransaction(current, async (current) => {
    const turns = await mergeRows(current, subjectId, into, mergeTurns);
    await recordMerging(current, submissionAudit.merge, subjectId, into);
    return turns;
  });
  return was.state === 'closed' && now.state !== 'closed';
}

/** In the transaction of the deed. @param into where the one is read from then on, or was until then */
export function recordMerging(current: Current, kind: AuditKind, subjectId: string, into: string): Promise<void> {
  const after = { number: toSubmissionNumber(subjectId), into: toSubmissionNumber(into) };
  return recordAuditEntry(current, kind, { target: `submission/${subjectId}`, after });
}

/** Whose it is, and since when. */
type Turn = Pick<Row<'contact_submissions'>, 'due_at' | 'snoozed_until' | 'assigned_user_id'> & {
  readonly state: SubmissionState;
};

type MergedRow = Turn & Pick<Row<'contact_submissions'>, 'split_state' | 'split_due_at' | 'created_at' | 'last_at'>;

/** In a transaction; permission is up to the caller. @returns the turn in the second, before and after @throws Problem 409 */
export async function mergeRows(
  current: Current,
  subjectId: string,
  into: string,
  settle: (from: MergedRow, to: MergedRow) => Turn,
): Promise<{ was: Turn; now: Turn }> {
  const { db, now } = current;
  // One alone: a chain would be undone in another order than it was made.
  if ((await mergeThreads(current, subjectId, into))?.length !== 1) throw new Problem(notMergeable);
  const rows = await db.query<MergedRow & Pick<Row<'contact_submissions'>, 'subject_id'>>(sql`
    select subject_id, state, due_at, snoozed_until, assigned_user_id, split_state, split_due_at, created_at, last_at
    from contact_submissions where subject_id = any(${[subjectId, into]}::uuid[]) order by subject_id for update`);
  const [from, to] = [subjectId, into].map((id) => rows.find((row) => row.subject_id === id));
  if (from === undefined || to === undefined) throw new Problem(notMergeable);
  const turn = settle(from, to);
  await noteTurn(current, subjectId, 'before', into);
  await db.query(sql`update contact_submissions set in_queue = false where subject_id = ${subjectId}`);
  // What has come to it is settled with it, and so are kept together from now on.
  await db.query(sql`update contact_submissions set messages = ${await countWritten(current, into)}, state = ${turn.state},
      due_at = ${turn.due_at}, snoozed_until = ${turn.snoozed_until}, assigned_user_id = ${turn.assigned_user_id},
      closed_at = ${turn.state === 'closed' ? now() : null}, last_at = ${now()}
    where subject_id = ${into}`);
  await noteTurn(current, subjectId, 'after', into);
  publishDesk(current, into);
  return { was: to, now: turn };
}

const TURN = sql`state, due_at, snoozed_until, assigned_user_id, closed_at, last_at`;
const columnsForTurn = (row: Sql) =>
  sql`(${row}.state, ${row}.due_at, ${row}.snoozed_until, ${row}.assigned_user_id, ${row}.closed_at, ${row}.last_at)`;

async function noteTurn({ db }: Current, subjectId: string, moment: 'before' | 'after', into: string): Promise<void> {
  await db.query(sql`insert into contact_turns (subject_id, moment, ${TURN})
    select ${subjectId}::uuid, ${moment}::text, ${TURN} from contact_submissions where subject_id = ${into}
    on conflict (subject_id, moment) do update set (${TURN}) = ${columnsForTurn(sql`excluded`)}`);
}

/** Open comes before waiting, and that before closed; of two of a kind what is sooner counts. */
export function mergeTurns(from: Turn, to: Turn): Turn {
  const assigned = to.assigned_user_id ?? from.assigned_user_id;
  const order = STATES.indexOf(from.state) - STATES.indexOf(to.state);
  const { state, due_at: due, snoozed_until: snoozed } = order < 0 ? from : to;
  if (order !== 0) return { state, due_at: due, snoozed_until: snoozed, assigned_user_id: assigned };
  const isUnsnoozed = from.snoozed_until === null || to.snoozed_until === null;
  return {
    state,
    assigned_user_id: assigned,
    due_at: soonest(from.due_at, to.due_at),
    snoozed_until: isUnsnoozed ? null : soonest(from.snoozed_until, to.snoozed_until),
  };
}

function soonest(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other < one) ? other : one;
}

/** What has changed again since stays. Needs staff. @throws Problem 401, 403, 404, 409 when it is not merged */
export async function unmergeSubmission(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  await requireRow(current, subjectId);
  await inTransaction(current, async (current) => {
    const { db } = current;
    const { into } = (await unmergeThread(current, subjectId)) ?? {};
    if (into === undefined) throw new Problem(notMergeable);
    await recordMerging(current, submissionAudit.unmerge, subjectId, into);
    // In the order of merges.
    for (const id of [subjectId, into].toSorted()) {
      await db.query(sql`update contact_submissions set in_queue = true, messages = ${await countWritten(current, id)}
        where subject_id = ${id}`);
    }
    await db.query(sql`update contact_submissions o set (${TURN}) = ${columnsForTurn(sql`b`)} from contact_turns b, contact_turns a
      where o.subject_id = ${into} and b.subject_id = ${subjectId} and b.moment = 'before'
        and a.subject_id = ${subjectId} and a.moment = 'after' and ${columnsForTurn(sql`o`)} is not distinct from ${columnsForTurn(sql`a`)}`);
    publishDesk(current, into);
  });
}
