import type { Current } from '#app/current/current.server.ts';
import { getMessage } from '#app/mailbox/mailbox.server.ts';
import type { ShownMessage } from '#app/mailbox/message.ts';
import { noMessage } from '#app/mailbox/problems.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { openSubmission } from './sending.server.ts';
import { findRow } from './submission-rows.server.ts';
import { replyToStudio } from './submissions.server.ts';
import type { TypedReply } from './submissions.server.ts';
import { openSubmissionThread } from './thread-page.server.ts';
import type { ThreadOrPath } from './thread-page.server.ts';

/**
 * Its one reader writes back. The first answer makes a submission with the id of the message, which so has one conversation
 * and no more; the others are replies in it. @returns the id of what was written @throws Problem 400, 401, 403, 404, 413, 429
 */
export async function answerMessage(
  current: Current,
  messageId: string,
  typed: TypedReply & { readonly files: readonly File[] },
): Promise<string> {
  const { title, isPersonal } = await getMessage(current, messageId);
  if (!isPersonal) throw new Problem(noMessage);
  if ((await findRow(current, messageId)) !== undefined) return replyToStudio(current, messageId, undefined, typed);
  const first = { topic: 'other', title, email: '', name: '', facts: {}, diagnostics: {} };
  try {
    return await openSubmission(current, { ...first, body: typed.body, files: typed.files }, messageId);
  } catch (error) {
    // Of two first answers one is a reply to the other. In a cluster the name of a constraint ends with the number of a shard.
    if (!isSqlState(error, '23505') || !error.constraint?.startsWith('threads_pkey')) throw error;
    return replyToStudio(current, messageId, undefined, typed);
  }
}

/** The conversation about a message that the actor may read; undefined until they have answered. @throws Problem 404 */
export async function findMessageThread(
  current: Current,
  { messageId, isPersonal }: Pick<ShownMessage, 'messageId' | 'isPersonal'>,
  before: string | undefined,
): Promise<ThreadOrPath | undefined> {
  if (!isPersonal || (await findRow(current, messageId)) === undefined) return undefined;
  return openSubmissionThread(current, messageId, undefined, before);
}
