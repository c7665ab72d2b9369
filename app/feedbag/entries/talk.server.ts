import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { followSubject } from '#app/following/follows.server.ts';
import { subjectOf } from '#app/following/subject.ts';
import { notifyLater } from '#app/notifications/tell.server.ts';
import { prepareFiles } from '#app/threads/files.server.ts';
import { participantOf, threadReader } from '#app/threads/readers.server.ts';
import type { MessageKind } from '#app/threads/thread.ts';
import { addMessage, countMessages, editMessage } from '#app/threads/threads.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { commentedEntry } from '../event-kinds.server.ts';
import { requireUnblocked } from '../people.server.ts';
import { noEntry } from '../problems.ts';
import { ENTRY_SUBJECT, entrySubject } from '../subjects.server.ts';
import { findTree, requireEntry } from './entry-rows.server.ts';

export interface TypedComment {
  /** Staff also write updates, which stand out, and notes for themselves. */
  readonly kind: MessageKind;
  readonly body: string;
  readonly files: readonly File[];
}

/** Of one account in an hour. */
const COMMENTS = { name: 'feedbag comments', points: 30, seconds: 3600, credit: 0 };

/** In the talk about an entry; of one that was merged in that of its place. @throws Problem 400, 401, 403, 404, 413, 429 */
export async function comment(current: Current, subjectId: string, typed: TypedComment): Promise<string> {
  const userId = requireUser(current);
  const isTrusted = await requireUnblocked(current);
  const { entry, project } = await requireEntry(current, { subjectId });
  const target = entry.mergedRoot ?? subjectId;
  await requireEntry(current, { subjectId: target });
  await requireWithinLimit(current, userId, COMMENTS);
  const { kind, body } = typed;
  const isStudio = isStaff(current.actor.role);
  const isHeld = kind === 'public' && project.isModerated && !isStudio && !isTrusted;
  const files = await prepareFiles(current, typed.files);
  const message = {
    ...{ kind, body, files, isHeld, userId, participantId: participantOf({ userId }) },
    side: isStudio ? 'studio' : 'player',
  } as const;
  return inTransaction(current, async (current) => {
    const messageId = await addMessage(current, threadReader(current, target, undefined), target, message);
    await countComments(current, target);
    await followSubject(current, [entrySubject], subjectOf(ENTRY_SUBJECT, target));
    if (kind !== 'internal' && !isHeld) await tellOfComment(current, { target, of: target, messageId, userId });
    return messageId;
  });
}

/** To who follows the entry, or one that was merged into it. */
export async function tellOfComment(
  current: Current,
  { target, of, messageId, userId }: { target: string; of: string; messageId: string; userId: string | undefined },
): Promise<void> {
  await notifyLater(current, commentedEntry, {
    ...{ key: messageId, group: target, causedBy: userId, details: { subjectId: target, messageId, of } },
    subjects: await subjectsOf(current, target),
  });
}

/** What people follow to be told of an entry. */
export async function subjectsOf(current: Current, rootId: string): Promise<string[]> {
  return (await findTree(current, rootId)).map(({ subjectId }) => subjectOf(ENTRY_SUBJECT, subjectId));
}

/** In the transaction that has changed them: of the entry and what was merged into it, all but its first message. */
export async function countComments(current: Current, rootId: string): Promise<void> {
  const ids = (await findTree(current, rootId)).map(({ subjectId }) => subjectId);
  // One at a time, so that each count has all that was written before.
  await current.db.query(sql`select from feedbag_entries where subject_id = ${rootId} for update`);
  const comments = (await countMessages(current, ids)) - 1;
  await current.db.query(sql`update feedbag_entries set last_at = ${current.now()},
    comments = greatest(0, ${comments}::integer) where subject_id = ${rootId}`);
}

/** Its writer, for a while. @throws Problem 400, 404, 409 when it is too late */
export async function editComment(
  current: Current,
  { subjectId, of, messageId }: { subjectId: string; of: string; messageId: string },
  body: string,
): Promise<void> {
  await requireUnblocked(current);
  await requireEntry(current, { subjectId });
  const tree = await findTree(current, subjectId);
  if (!tree.some((one) => one.subjectId === of)) throw new Problem(noEntry);
  await editMessage(current, threadReader(current, of, undefined), { subjectId: of, messageId }, body);
}
