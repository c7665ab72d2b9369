import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { withdrawLater } from '#app/notifications/events.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { findFirstMessages, getMessage, getThread } from '#app/threads/messages.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { deleteThreads, lockThreads } from '#app/threads/removal.server.ts';
import { moveMessages } from '#app/threads/splitting.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { FeedbackEntryRow } from '../entry.ts';
import { addedEntry } from '../event-kinds.server.ts';
import { notSplittable, splitUsed } from '../problems.ts';
import { insertEntry, requireEntryFields } from './entering.server.ts';
import { findTree, requireEntry } from './entry-rows.server.ts';
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
  const tree = await findTree(current, subjectId);
  if (entry.mergedInto !== undefined || !tree.some((one) => one.subjectId === of)) throw new Problem(notSplittable);
  const message = await getMessage(current, threadReader(current, of, undefined), { subjectId: of, messageId });
  const first = (await findFirstMessages(current, [of])).get(of);
  const isComment = message.kind === 'public' && !message.isHeld && !message.isRedacted;
  if (!isComment || first?.messageId === messageId) throw new Problem(notSplittable);
  requireEntryFields({ title, body: message.body, platform: '' });
  return inTransaction(current, async (current) => {
    const { subjectId: made } = await insertEntry(current, {
      ...{ projectId: entry.projectId, title: maskSecrets(title.trim()).text, body: message.body, platform: '' },
      ...{ version: '', tags: [], isInternal: entry.isInternal, standing: entry.standing, source: entry.source },
      ...{
        participantId: message.participantId,
        userId: message.userId,
        files: [],
        from: { subjectId: of, messageId },
      },
    });
    await countComments(current, subjectId);
    await recordThreadHistory(current, subjectId, 'split', { details: { now: title.trim() } });
    await recordThreadHistory(current, made, 'splitFrom', { details: { from: of, now: entry.title } });
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
  const from = entry.splitFrom;
  if (from === undefined) throw new Problem(notSplittable);
  const { entry: old } = await requireEntry(current, { subjectId: from });
  return inTransaction(current, async (current) => {
    await lockThreads(current, [subjectId, from]);
    // Whoever votes or merges meanwhile waits for this row.
    const [unused] = await current.db.query(sql`select from feedbag_entries e
      where e.subject_id = ${subjectId} and e.merged_into is null
        and not exists (select from feedbag_entries m where m.merged_into = e.subject_id)
        and not exists (select from feedbag_votes v
          where v.subject_id = e.subject_id and v.participant_id <> e.participant_id)
      for update`);
    const reader = threadReader(current, subjectId, undefined);
    const { messages } = await getThread(current, reader, [subjectId]);
    const [message] = messages;
    if (unused === undefined || message === undefined || messages.length > 1) throw new Problem(splitUsed);
    await moveMessages(current, { subjectId, messageId: message.messageId }, from);
    await current.db.query(sql`delete from feedbag_entries where subject_id = ${subjectId}`);
    await deleteThreads(current, [subjectId]);
    const root = old.mergedRoot ?? from;
    await countComments(current, root);
    await recordThreadHistory(current, root, 'unsplit', { details: { was: entry.title } });
    await withdrawLater(current, addedEntry, [subjectId]);
    return { projectId: old.projectId, subjectId: root };
  });
}
