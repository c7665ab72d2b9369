import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse, requireRole } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import { mergeThreads, unmergeThread } from '#app/threads/merging/merges.server.ts';
import { deleteThreads, lockTrees } from '#app/threads/merging/trees.server.ts';
import type { ThreadNode } from '#app/threads/merging/trees.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { DUPLICATE } from '../entry.ts';
import { settledEntry } from '../event-kinds.server.ts';
import { notMergeable } from '../problems.ts';
import { queueWebhooks } from '../webhooks/sending.server.ts';
import { lockEntries, requireEntry } from './entry-rows.server.ts';
import { countComments, followersOfEntry } from './talk.server.ts';

/** Votes are copied, the rest is read from both: undone in any order. Needs staff. @throws Problem 401, 403, 404, 409 */
export async function mergeEntries(current: Current, subjectId: string, into: string): Promise<void> {
  requireRole(current, 'staff');
  const [from, to] = [await requireEntry(current, { subjectId }), await requireEntry(current, { subjectId: into })];
  if (from.project.projectId !== to.project.projectId) throw new Problem(notMergeable);
  // What only the studio may see would be seen in the other.
  if (from.entry.isInternal !== to.entry.isInternal) throw new Problem(notMergeable);
  await inTransaction(current, async (current) => {
    if ((await mergeThreads(current, subjectId, into)) === undefined) throw new Problem(notMergeable);
    await lockEntries(current, [subjectId, into]);
    await current.db.query(sql`update feedbag_entries
      set merged_status = status, status = ${DUPLICATE}, status_at = ${current.now()} where subject_id = ${subjectId}`);
    await current.db.query(sql`insert into feedbag_votes
        (subject_id, participant_id, user_id, version, added_by, source, state, counts_from, decision_id, merged_from,
          created_at)
      select ${into}::uuid, participant_id, user_id, version, added_by, source, state, counts_from, decision_id,
        ${subjectId}::uuid, created_at
      from feedbag_votes where subject_id = ${subjectId}
      on conflict (subject_id, participant_id) do nothing`);
    await countVotes(current, into);
    await countComments(current, into);
    const delivery = { event: 'entry.status', key: mergeKey(subjectId, into), details: { subjectId } } as const;
    await queueWebhooks(current, from.project.projectId, delivery);
    await notifyLater(current, settledEntry, {
      key: mergeKey(subjectId, into),
      group: subjectId,
      details: { subjectId, status: DUPLICATE },
      ...(await followersOfEntry(current, subjectId, current.actor.userId)),
      causedBy: current.actor.userId,
    });
    await recordAuditEntry(current, feedbackAudit.merge, {
      target: `feedback/${from.project.projectId}/${subjectId}`,
      after: { name: from.entry.title, into: to.entry.title },
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
  await inTransaction(current, async (current) => {
    await takeApart(current, subjectId);
    await recordAuditEntry(current, feedbackAudit.unmerge, {
      target: `feedback/${entry.projectId}/${subjectId}`,
      after: { name: entry.title },
    });
  });
}

/** In a transaction. Permission is up to the caller. @throws Problem 409 when it is not merged */
async function takeApart(current: Current, subjectId: string): Promise<void> {
  const unmerged = await unmergeThread(current, subjectId);
  if (unmerged === undefined) throw new Problem(notMergeable);
  const { into, root, tree } = unmerged;
  await lockEntries(
    current,
    tree.map((one) => one.subjectId),
  );
  await current.db.query(sql`update feedbag_entries set status = coalesce(merged_status, 'open'), merged_status = null
    where subject_id = ${subjectId}`);
  await takeVotesBack(current, tree, { from: subjectId, into });
  for (const id of new Set([into, root])) await countVotes(current, id);
  for (const id of new Set([subjectId, into, root])) await countComments(current, id);
  await withdrawLater(current, settledEntry, [mergeKey(subjectId, into)]);
}

/** For who has entered it, and the studio. What was merged into it stands alone again. @throws Problem 401, 403, 404 */
export async function eraseEntry(current: Current, subjectId: string): Promise<void> {
  const { entry } = await requireEntry(current, { subjectId });
  const { userId, role } = current.actor;
  const isOwn = userId !== undefined && entry.participantId === toParticipantId({ userId });
  if (!isOwn && !isStaff(role)) refuse(current);
  await inTransaction(current, async (current) => {
    if (entry.status === DUPLICATE) await takeApart(current, subjectId);
    for (const one of await lockTrees(current, [subjectId])) {
      if (one.mergedInto === subjectId) await takeApart(current, one.subjectId);
    }
    await current.db.query(sql`delete from feedbag_entries where subject_id = ${subjectId}`);
    await deleteThreads(current, [subjectId]);
    if (isOwn) return;
    await recordAuditEntry(current, feedbackAudit.erase, {
      target: `feedback/${entry.projectId}/${subjectId}`,
      before: { userId: entry.userId },
    });
  });
}

/** From where it was merged into, and on the way up from there: what nothing below has any more goes. */
async function takeVotesBack(
  current: Current,
  tree: readonly ThreadNode[],
  { from, into }: { from: string; into: string },
): Promise<void> {
  const findParentId = (id: string) => tree.find((one) => one.subjectId === id)?.mergedInto;
  await current.db.query(sql`delete from feedbag_votes where subject_id = ${into} and merged_from = ${from}`);
  let [child, above] = [into, findParentId(into)];
  while (above !== undefined) {
    await current.db.query(sql`delete from feedbag_votes v where v.subject_id = ${above} and v.merged_from = ${child}
      and not exists (select from feedbag_votes b where b.subject_id = ${child} and b.participant_id = v.participant_id)`);
    await countVotes(current, above);
    [child, above] = [above, findParentId(above)];
  }
}

async function countVotes({ db }: Current, subjectId: string): Promise<void> {
  await db.query(sql`update feedbag_entries set votes = (
    select count(*) from feedbag_votes where subject_id = ${subjectId} and state = 'counted') where subject_id = ${subjectId}`);
}
