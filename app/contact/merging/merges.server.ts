import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { noteDeed } from '#app/threads/threads.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { notMergeable, otherPerson } from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';

/**
 * From then on the one is read in the other. Nothing is moved, so undoing it leaves both as they were. Needs staff.
 * @throws Problem 401, 403, 404, 409 for those of two people, and for one that is merged already
 */
export async function mergeSubmissions(current: Current, subjectId: string, into: string): Promise<void> {
  requireRole(current, 'staff');
  const [from, to] = [await requireRow(current, subjectId), await requireRow(current, into)];
  if (from.participantId !== to.participantId) throw new Problem(otherPerson);
  if (subjectId === into) throw new Problem(notMergeable);
  await inTransaction(current, (current) => mergeRows(current, subjectId, into));
}

/** In a transaction. Permission is up to the caller. @throws Problem 409 */
export async function mergeRows(current: Current, subjectId: string, into: string): Promise<void> {
  // In one order, so that two who merge each other's do not wait for each other.
  const rows = await current.db.query<Pick<Row<'contact_submissions'>, 'subject_id' | 'merged_into'>>(sql`
    select subject_id, merged_into from contact_submissions
    where subject_id = any(${[subjectId, into]}::uuid[]) or merged_into = ${subjectId} order by subject_id for update`);
  // Only what stands by itself: a chain would be undone in another order than it was made.
  const isFree = rows.length === 2 && rows.every((row) => row.merged_into === null);
  if (!isFree) throw new Problem(notMergeable);
  await current.db.query(sql`update contact_submissions set merged_into = ${into} where subject_id = ${subjectId}`);
  // What has come to it is settled with it, and so are kept together from now on.
  await current.db.query(sql`update contact_submissions set last_at = ${current.now()},
    closed_at = case when closed_at is null then null else ${current.now()}::timestamptz end where subject_id = ${into}`);
  await noteDeed(current, subjectId, 'merge', { details: { into } });
  await noteDeed(current, into, 'mergedIn', { details: { from: subjectId } });
}

/** Needs staff. @throws Problem 401, 403, 404, 409 when it is not merged */
export async function unmergeSubmission(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const { mergedInto } = await requireRow(current, subjectId);
  if (mergedInto === undefined) throw new Problem(notMergeable);
  await inTransaction(current, async (current) => {
    const undone = await current.db.query(sql`update contact_submissions set merged_into = null
      where subject_id = ${subjectId} and merged_into = ${mergedInto} returning subject_id`);
    if (undone.length === 0) throw new Problem(notMergeable);
    await noteDeed(current, subjectId, 'unmerge', { details: { into: mergedInto } });
    await noteDeed(current, mergedInto, 'unmergedFrom', { details: { from: subjectId } });
  });
}
