import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { withdrawLater } from '#app/notifications/events.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { findOrigin, findSplittable, unsplitThread } from '#app/threads/merging/splits.server.ts';
import { findRoot, lockTrees } from '#app/threads/merging/trees.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { DUPLICATE } from '../entry.ts';
import type { FeedbackEntryRow } from '../entry.ts';
import { addedEntry } from '../event-kinds.server.ts';
import { notSplittable, splitUsed } from '../problems.ts';
import { insertEntry, requireEntryFields } from './entering.server.ts';
import { lockEntries, requireEntry } from './entry-rows.server.ts';
import { countComments } from './talk.server.ts';

/**
 * A comment about something else becomes an entry of its own, of who wrote it. Needs staff.
 * @param of the entry to which the comment belongs, the same or one that stands in it
 * @returns its id @throws Problem 400, 401, 403, 404, 409
 */
export async function splitEntry(
  current: Current,
  subjectId: string,
  { of, messageId, title }: { readonly of: string; readonly messageId: string; readonly title: string },
): Promise<string> {
  requireRole(current, 'staff');
  const { entry } = await requireEntry(current, { subjectId });
  return inTransaction(current, async (current) => {
    const trees = entry.status === DUPLICATE ? [] : await lockTrees(current, [subjectId]);
    if (!trees.some((one) => one.subjectId === of)) throw new Problem(notSplittable);
    const messageKey = { subjectId: of, messageId };
    const message = await findSplittable(current, threadReader(current, of, undefined), messageKey);
    if (message === undefined) throw new Problem(notSplittable);
    const { body, participantId, userId } = message;
    requireEntryFields({ title, body, platform: '' });
    const { subjectId: made } = await insertEntry(current, {
      projectId: entry.projectId,
      title: maskSecrets(title.trim()).text,
      body,
      platform: '',
      version: '',
      tags: [],
      isInternal: entry.isInternal,
      standing: entry.standing,
      source: entry.source,
      participantId,
      userId,
      files: [],
      from: messageKey,
    });
    await countComments(current, subjectId);
    await recordThreadHistory(current, subjectId, 'split', { details: { now: title.trim() } });
    await recordThreadHistory(current, made, 'splitFrom', { details: { now: entry.title } });
    await recordAuditEntry(current, feedbackAudit.split, {
      target: `feedback/${entry.projectId}/${made}`,
      after: { name: entry.title },
    });
    return made;
  });
}

/** While nobody else has said anything there, or voted. Needs staff. @returns where it is again @throws Problem 401, 403, 404, 409 */
export async function unsplitEntry(
  current: Current,
  subjectId: string,
): Promise<Pick<FeedbackEntryRow, 'projectId' | 'subjectId'>> {
  requireRole(current, 'staff');
  const { entry } = await requireEntry(current, { subjectId });
  const from = await findOrigin(current, subjectId);
  if (from === undefined) throw new Problem(notSplittable);
  await requireEntry(current, { subjectId: from });
  return inTransaction(current, async (current) => {
    if (!(await unsplitThread(current, subjectId, from))) throw new Problem(splitUsed);
    // Whoever votes meanwhile waits for this row, and this for them.
    await lockEntries(current, [subjectId]);
    const unused = await current.db.query(sql`delete from feedbag_entries e where e.subject_id = ${subjectId}
      and not exists (select from feedbag_votes v
        where v.subject_id = ${subjectId} and v.participant_id <> e.participant_id) returning e.subject_id`);
    if (unused.length === 0) throw new Problem(splitUsed);
    const root = await findRoot(current, from);
    await countComments(current, root);
    await recordThreadHistory(current, root, 'unsplit', { details: { was: entry.title } });
    await withdrawLater(current, addedEntry, [subjectId]);
    await recordAuditEntry(current, feedbackAudit.unsplit, {
      target: `feedback/${entry.projectId}/${subjectId}`,
      after: { name: entry.title },
    });
    return { projectId: entry.projectId, subjectId: root };
  });
}
