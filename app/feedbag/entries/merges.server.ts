import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse, requireRole } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { participantOf } from '#app/threads/readers.server.ts';
import { deleteThreads, lockThreads } from '#app/threads/removal.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { FeedbackEntryRow } from '../entry.ts';
import { settledEntry } from '../event-kinds.server.ts';
import { notMergeable } from '../problems.ts';
import { queueWebhooks } from '../webhooks/sending.server.ts';
import { findTree, requireEntry } from './entry-rows.server.ts';
import { countComments, followersOfEntry } from './talk.server.ts';

/** Votes are copied, the rest is read from both: undone in any order. Needs staff. @throws Problem 401, 403, 404 */
export async function mergeEntries(current: Current, subjectId: string, into: string): Promise<void> {
  requireRole(current, 'staff');
  const [from, to] = [await requireEntry(current, { subjectId }), await requireEntry(current, { subjectId: into })];
  if (from.project.projectId !== to.project.projectId || subjectId === into) throw new Problem(notMergeable);
  // What only the studio may see would be seen in the other.
  if (from.entry.isInternal !== to.entry.isInternal) throw new Problem(notMergeable);
  await inTransaction(current, async (current) => {
    const rows = await lockTrees(current, [subjectId, into]);
    const isFree = [subjectId, into].every((id) => rows.find((row) => row.subject_id === id)?.merged_into === null);
    if (!isFree) throw new Problem(notMergeable);
    await current.db.query(sql`update feedbag_entries set merged_into = ${into}, merged_root = ${into},
        merged_status = status, status = 'duplicate', status_at = ${current.now()} where subject_id = ${subjectId}`);
    await current.db.query(sql`update feedbag_entries set merged_root = ${into}
      where merged_root = ${subjectId}`);
    await current.db.query(sql`insert into feedbag_votes
        (subject_id, participant_id, user_id, version, added_by, source, state, counts_from, decision_id, merged_from,
          created_at)
      select ${into}::uuid, participant_id, user_id, version, added_by, source, state, counts_from, decision_id,
        ${subjectId}::uuid, created_at
      from feedbag_votes where subject_id = ${subjectId}
      on conflict (subject_id, participant_id) do nothing`);
    await countVotes(current, into);
    await countComments(current, into);
    await recordThreadHistory(current, subjectId, 'merge', { details: { into } });
    await recordThreadHistory(current, into, 'mergedIn', { details: { from: subjectId } });
    const delivery = { event: 'entry.status', key: mergeKey(subjectId, into), details: { subjectId } } as const;
    await queueWebhooks(current, from.project.projectId, delivery);
    await notifyLater(current, settledEntry, {
      ...{ key: mergeKey(subjectId, into), group: subjectId, details: { subjectId, status: 'duplicate' } },
      ...{ ...(await followersOfEntry(current, subjectId, current.actor.userId)), causedBy: current.actor.userId },
    });
  });
}

/** Of each merge people are told once, however often it is made and undone. */
function mergeKey(subjectId: string, into: string): string {
  return `${subjectId} in ${into}`;
}

/** Needs staff. @throws Problem 401, 403, 404, 409 when it is not merged */
export async function unmergeEntry(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const { entry } = await requireEntry(current, { subjectId });
  await inTransaction(current, (current) => takeApart(current, entry));
}

/** In a transaction. Permission is up to the caller. @throws Problem 409 when it is not merged */
async function takeApart(
  current: Current,
  { subjectId, mergedInto: into, mergedRoot: root }: FeedbackEntryRow,
): Promise<void> {
  if (into === undefined || root === undefined) throw new Problem(notMergeable);
  const rows = await lockTrees(current, [root]);
  if (rows.find((row) => row.subject_id === subjectId)?.merged_into !== into) throw new Problem(notMergeable);
  await current.db.query(sql`update feedbag_entries set merged_into = null, merged_root = null,
        status = coalesce(merged_status, 'open'), merged_status = null where subject_id = ${subjectId}`);
  const below = descendantsOf(rows, subjectId);
  await current.db.query(sql`update feedbag_entries set merged_root = ${subjectId}
      where subject_id = any(${below}::uuid[])`);
  await takeVotesBack(current, rows, { from: subjectId, into });
  for (const id of new Set([into, root])) await countVotes(current, id);
  for (const id of new Set([subjectId, into, root])) await countComments(current, id);
  await recordThreadHistory(current, subjectId, 'unmerge', { details: { into } });
  await recordThreadHistory(current, into, 'unmergedFrom', { details: { from: subjectId } });
  await withdrawLater(current, settledEntry, [mergeKey(subjectId, into)]);
}

/** For who has entered it, and the studio. What was merged into it stands alone again. @throws Problem 401, 403, 404 */
export async function eraseEntry(current: Current, subjectId: string): Promise<void> {
  const { entry } = await requireEntry(current, { subjectId });
  const { userId, role } = current.actor;
  const isOwn = userId !== undefined && entry.participantId === participantOf({ userId });
  if (!isOwn && !isStaff(role)) refuse(current);
  await inTransaction(current, async (current) => {
    if (entry.mergedInto !== undefined) await takeApart(current, entry);
    for (const one of await findTree(current, subjectId)) {
      if (one.mergedInto === subjectId) await takeApart(current, one);
    }
    await lockThreads(current, [subjectId]);
    await current.db.query(sql`delete from feedbag_entries where subject_id = ${subjectId}`);
    await deleteThreads(current, [subjectId]);
  });
}

type MergedRow = Pick<Row<'feedbag_entries'>, 'subject_id' | 'merged_into'>;

/** In one order, so that two who merge each other's do not wait for each other. Votes wait for it, too. */
export async function lockTrees({ db }: Current, rootIds: readonly string[]): Promise<MergedRow[]> {
  return db.query<MergedRow>(sql`select subject_id, merged_into from feedbag_entries
    where subject_id = any(${[...rootIds]}::uuid[]) or merged_root = any(${[...rootIds]}::uuid[])
    order by subject_id for update`);
}

function descendantsOf(rows: readonly MergedRow[], subjectId: string): string[] {
  const children = rows.filter((row) => row.merged_into === subjectId).map((row) => row.subject_id);
  return children.concat(children.flatMap((child) => descendantsOf(rows, child)));
}

/** From where it was merged into, and on the way up from there: what nothing below has any more goes. */
async function takeVotesBack(
  current: Current,
  rows: readonly MergedRow[],
  { from, into }: { from: string; into: string },
): Promise<void> {
  await current.db.query(sql`delete from feedbag_votes where subject_id = ${into} and merged_from = ${from}`);
  let [child, parent] = [into, rows.find((row) => row.subject_id === into)?.merged_into ?? null];
  while (parent !== null) {
    const above = parent;
    await current.db.query(sql`delete from feedbag_votes v where v.subject_id = ${above} and v.merged_from = ${child}
      and not exists (select from feedbag_votes b where b.subject_id = ${child} and b.participant_id = v.participant_id)`);
    await countVotes(current, above);
    [child, parent] = [above, rows.find((row) => row.subject_id === above)?.merged_into ?? null];
  }
}

async function countVotes({ db }: Current, subjectId: string): Promise<void> {
  await db.query(sql`update feedbag_entries set votes = (
    select count(*) from feedbag_votes where subject_id = ${subjectId} and state = 'counted') where subject_id = ${subjectId}`);
}
