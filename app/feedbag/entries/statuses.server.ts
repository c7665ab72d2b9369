import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { lockThreads } from '#app/threads/merging/trees.server.ts';
import { toParticipantId, threadReader } from '#app/threads/readers.server.ts';
import { addMessage } from '#app/threads/writing.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { DUPLICATE } from '../entry.ts';
import { settledEntry } from '../event-kinds.server.ts';
import { badStatus } from '../problems.ts';
import { queueWebhooks } from '../webhooks/sending.server.ts';
import { findEntry, findReadableEntries, requireEntry } from './entry-rows.server.ts';
import { findStatuses } from './status-list.server.ts';
import { countComments, followersOfEntry } from './talk.server.ts';

/** Who follows it is told once. Needs staff. @throws Problem 400, 401, 403, 404 */
export async function setStatus(current: Current, subjectId: string, status: string, words = ''): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const { entry } = await requireEntry(current, { subjectId });
  const statuses = (await findStatuses(current)).filter(({ statusId }) => statusId !== DUPLICATE);
  const target = statuses.find(({ statusId }) => statusId === status)?.statusId;
  if (target === undefined || entry.status === DUPLICATE) throw new Problem(badStatus);
  await inTransaction(current, async (current) => {
    await lockThreads(current, [subjectId]);
    if (await applyStatus(current, subjectId, target)) {
      await recordAuditEntry(current, feedbackAudit.settle, {
        target: `feedback/${entry.projectId}/${subjectId}`,
        before: { name: entry.title, status: entry.status },
        after: { name: entry.title, status: target },
      });
    }
    if (words.trim() === '') return;
    const message = { kind: 'update', side: 'studio', participantId: toParticipantId({ userId }), userId } as const;
    await addMessage(current, threadReader(current, subjectId, undefined), subjectId, { ...message, body: words });
    await countComments(current, subjectId);
  });
}

/** In a transaction. What it is already changes nothing, and tells nobody. Permission is up to the caller. */
export async function applyStatus(
  current: Current,
  subjectId: string,
  status: string,
  completedBy: string | null = null,
): Promise<boolean> {
  const entry = await findEntry(current, subjectId);
  const changed = await current.db.query(sql`update feedbag_entries
    set status = ${status}, status_at = ${current.now()}, last_at = ${current.now()}, completed_path = ${completedBy}
    where subject_id = ${subjectId} and status not in (${DUPLICATE}, ${status}) returning subject_id`);
  if (changed.length === 0) return false;
  await recordThreadHistory(current, subjectId, 'status', { details: { was: entry?.status, now: status } });
  const at = uuidv7(current.now().getTime());
  const projectId = entry?.projectId ?? '';
  await queueWebhooks(current, projectId, { event: 'entry.status', key: at, details: { subjectId } });
  await notifyLater(current, settledEntry, {
    key: at,
    group: subjectId,
    details: { subjectId, status },
    causedBy: current.actor.userId,
    ...(await followersOfEntry(current, subjectId, current.actor.userId)),
  });
  return true;
}

const NAMED = /\/feedbag\/[\w-]+\/entries\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;
/** Of one patch note. */
const MAX_NAMED = 100;

/**
 * In the transaction that has published a patch note which everyone may read: the entries whose addresses it names are done,
 * and who follows them is told once. Permission is up to the caller.
 * @param text of the note @param path where it is read
 */
export async function completeNamedEntries(current: Current, text: string, path: string): Promise<void> {
  const ids = [...new Set([...text.matchAll(NAMED)].map(([, id = '']) => id))].slice(0, MAX_NAMED);
  const found = await findReadableEntries(current, { role: 'super', userId: undefined }, ids);
  const statuses = found.size === 0 ? [] : await findStatuses(current);
  const open = new Set(statuses.flatMap(({ statusId, isOpen }) => (isOpen ? [statusId] : [])));
  for (const { entry } of found.values()) {
    if (open.has(entry.status)) await applyStatus(current, entry.subjectId, 'completed', path);
  }
}
