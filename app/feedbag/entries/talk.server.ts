import { blockPerson, unblockPerson } from '#app/accounts/blocks/blocks.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { isAtLeast, isStaff } from '#app/current/role.ts';
import { findFollowers, followSubject } from '#app/following/follows.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { NewEvent } from '#app/notifications/events.server.ts';
import { prepareSentFiles } from '#app/threads/files.server.ts';
import { countMessages, getMessage } from '#app/threads/messages.server.ts';
import { react } from '#app/threads/reactions.server.ts';
import { toParticipantId, threadReader } from '#app/threads/readers.server.ts';
import { markRead } from '#app/threads/reads.server.ts';
import type { MessageKind } from '#app/threads/thread.ts';
import { addMessage, editMessage } from '#app/threads/writing.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { commentedEntry } from '../event-kinds.server.ts';
import { requireUnblocked } from '../people.server.ts';
import { getProject } from '../projects.server.ts';
import { ENTRY_SUBJECT, entrySubject } from '../subjects.server.ts';
import { queueWebhooks } from '../webhooks/sending.server.ts';
import { findEntry, findEntryRoot, findTree, isForEveryone, lockEntries, requireEntry } from './entry-rows.server.ts';
import { notifyMentioned } from './mentions.server.ts';

interface TypedComment {
  /** Staff also write updates, which stand out, and notes for themselves. */
  readonly kind: MessageKind;
  readonly body: string;
  readonly files: readonly File[];
}

/** Of one account in an hour. */
const COMMENTS = { name: 'feedbag comments', points: 30, seconds: 3600, credit: 0 };

/** In the talk about an entry, or where that is read by now. @throws Problem 400, 401, 403, 404, 413, 429 */
export async function comment(current: Current, subjectId: string, typed: TypedComment): Promise<string> {
  const userId = requireUser(current);
  const isTrusted = await requireUnblocked(current);
  const { entry, project } = await requireEntry(current, { subjectId });
  const of = await findEntryRoot(current, entry);
  await requireWithinLimit(current, userId, COMMENTS);
  const { kind, body } = typed;
  const isStudio = isStaff(current.actor.role);
  const isHeld = kind === 'public' && project.isModerated && !isStudio && !isTrusted;
  const files = await prepareSentFiles(current, typed.files);
  const message = {
    kind,
    body,
    files,
    isHeld,
    userId,
    participantId: toParticipantId({ userId }),
    side: isStudio ? 'studio' : 'player',
  } as const;
  return inTransaction(current, async (current) => {
    const { messageId, root: target } = await addMessage(current, threadReader(current, of, undefined), of, message);
    await countComments(current, target);
    await followSubject(current, [entrySubject], toSubject(ENTRY_SUBJECT, target));
    if (isHeld) return messageId;
    if (kind !== 'internal') await notifyOfComment(current, { target, of, messageId, userId });
    await notifyMentioned(current, { target, of, messageId, userId, kind, body });
    return messageId;
  });
}

/** To who follows the entry, or one that was merged into it. */
export async function notifyOfComment(
  current: Current,
  { target, of, messageId, userId }: { target: string; of: string; messageId: string; userId: string | undefined },
): Promise<void> {
  const entry = await findEntry(current, target);
  if (entry !== undefined) {
    const details = { subjectId: target, of, messageId };
    await queueWebhooks(current, entry.projectId, { event: 'comment.added', key: messageId, details });
  }
  await notifyLater(current, commentedEntry, {
    key: messageId,
    group: target,
    causedBy: userId,
    details: { subjectId: target, messageId, of },
    ...(await followersOfEntry(current, target, userId)),
  });
}

/**
 * Who is told of an entry: all that follow it or one that stands in it. Of one that not everyone sees these are its writer
 * and staff by their names, so that nobody else has a notification of it, not even in a count.
 */
export async function followersOfEntry(
  current: Current,
  rootId: string,
  causedBy: string | undefined,
): Promise<Pick<NewEvent<object>, 'subjects' | 'userIds'>> {
  const tree = await findTree(current, rootId);
  const [root] = tree;
  const subjects = tree.map(({ subjectId }) => toSubject(ENTRY_SUBJECT, subjectId));
  if (root === undefined) return {};
  const { leastRole } = await getProject({ ...current, actor: { role: 'super' } }, root.projectId);
  if (isForEveryone(root) && !isStaff(leastRole)) return { subjects };
  const pages = subjects.map((subject) => findFollowers(current, [entrySubject], subject, '', MAX_NAMED));
  const followers = [...new Set((await Promise.all(pages)).flatMap(({ userIds }) => userIds))];
  const userIds: string[] = [];
  for (const userId of followers) {
    const role = await current.findRole(userId);
    if (userId === causedBy || role === undefined || !isAtLeast(role, leastRole)) continue;
    if (userId === root.userId || isStaff(role)) userIds.push(userId);
  }
  return { userIds };
}

/** The studio is not larger. */
const MAX_NAMED = 200;

/** In the transaction that has changed them: all but its first message of the entry, and of what stands in it for everyone. */
export async function countComments(current: Current, rootId: string): Promise<void> {
  // One at a time, so that each count has all that was written before.
  await lockEntries(current, [rootId]);
  const tree = await findTree(current, rootId);
  const seen = tree.filter(({ subjectId, standing }) => subjectId === rootId || standing === 'shown');
  const ids = seen.map(({ subjectId }) => subjectId);
  const comments = (await countMessages(current, ids)) - 1;
  // A note for the studio is no news, which the time would tell others.
  await current.db.query(sql`update feedbag_entries set comments = greatest(0, ${comments}::integer),
      last_at = case when comments = greatest(0, ${comments}::integer) then last_at else ${current.now()}::timestamptz end
    where subject_id = ${rootId}`);
}

interface CommentKey {
  readonly subjectId: string;
  /** The entry that has it: the same, or one that is read in it. */
  readonly of: string;
  readonly messageId: string;
}

/** Its writer, for a while. @throws Problem 400, 404, 409 when it is too late */
export async function editComment(
  current: Current,
  { subjectId, of, messageId }: CommentKey,
  body: string,
): Promise<void> {
  await requireUnblocked(current);
  await requireEntry(current, { subjectId });
  const messageKey = { subjectId: of, messageId, within: subjectId };
  await editMessage(current, threadReader(current, of, undefined), messageKey, body);
}

/** Of one account in an hour. */
const REACTIONS = { name: 'feedbag reactions', points: 200, seconds: 3600, credit: 0 };

/** @throws Problem 400, 401, 403, 404, 429 */
export async function reactToComment(
  current: Current,
  { subjectId, of, messageId }: CommentKey,
  given: { readonly reaction: string; readonly isOn: boolean },
): Promise<void> {
  const userId = requireUser(current);
  await requireUnblocked(current);
  await requireEntry(current, { subjectId });
  await requireWithinLimit(current, userId, REACTIONS);
  await react(current, threadReader(current, of, undefined), { subjectId: of, messageId, within: subjectId }, given);
}

/** Folds, or unfolds, for the actor what the author of a comment writes. @throws Problem 401, 404, 409 for whom nobody may block */
export async function blockAuthor(
  current: Current,
  { subjectId, of, messageId }: CommentKey,
  isBlocked: boolean,
): Promise<void> {
  requireUser(current);
  await requireEntry(current, { subjectId });
  const key = { subjectId: of, messageId, within: subjectId };
  const { userId } = await getMessage(current, threadReader(current, of, undefined), key);
  await (isBlocked ? blockPerson : unblockPerson)(current, userId ?? '');
}

/** How far somebody has read; nothing without an account. @throws Problem 404 */
export async function readComments(current: Current, { subjectId, of, messageId }: CommentKey): Promise<void> {
  await requireEntry(current, { subjectId });
  await markRead(current, threadReader(current, of, undefined), { subjectId: of, messageId, within: subjectId });
}
