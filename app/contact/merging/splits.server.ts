import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { findHistoryEntry, recordThreadHistory } from '#app/threads/history.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { findFirstMessages, getMessage } from '#app/threads/messages.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { lockThreads } from '#app/threads/removal.server.ts';
import { SPLIT, SPLIT_FROM, outlineThread, splitThread } from '#app/threads/splitting.server.ts';
import type { ThreadMessage } from '#app/threads/thread.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { longFact, missingTitle, notMergeable, notSplittable } from '../problems.ts';
import { receivedMail } from '../received.mail.tsx';
import { indexAgain } from '../search-index.server.ts';
import { COLUMNS, requireRow, submissionOf } from '../submission-rows.server.ts';
import type { SubmissionColumns } from '../submission-rows.server.ts';
import type { SubmissionRow } from '../submission.ts';
import { MAX_TITLE, TOPICS } from '../topic.ts';
import { mergeQueueStates, mergeRows } from './merges.server.ts';
import type { QueueState } from './merges.server.ts';

/** With all after it, for the same sender. Needs staff. @returns its id @throws Problem 400, 401, 403, 404, 409 */
export async function splitSubmission(
  current: Current,
  of: string,
  { messageId, title }: { readonly messageId: string; readonly title: string },
): Promise<string> {
  requireRole(current, 'staff');
  await requireRow(current, of);
  const name = requireTitle(title);
  return inTransaction(current, async (current) => {
    await lockThreads(current, [of]);
    const row = await lockRow(current, of);
    await requireBeginning(current, { subjectId: of, messageId });
    const subjectId = uuidv7(current.now().getTime());
    const thread = { subjectId, noun: 'contact', audience: 'participants' } as const;
    await splitThread(current, { subjectId: of, messageId, andAfter: true }, thread);
    await current.db.query(sql`insert into contact_submissions (subject_id, topic, title, facts, locale, participant_id,
        user_id, email, name, state, priority, assigned_user_id, tags, messages, search, created_at, last_at)
      select ${subjectId}, topic, ${name}, facts, locale, participant_id, user_id, email, name, 'open', priority,
        assigned_user_id, tags, 0, '', ${current.now()}, last_at from contact_submissions where subject_id = ${of}`);
    for (const id of [of, subjectId]) await settleByMessages(current, id, TOPICS[row.topic].dueHours);
    const was = { state: row.state, dueAt: row.dueAt ?? null };
    await recordThreadHistory(current, of, SPLIT, { details: { to: subjectId, was } });
    await recordThreadHistory(current, subjectId, SPLIT_FROM, { details: { from: of } });
    await sendMailLater(current, receivedMail, { subjectId, from: of }, { key: subjectId });
    return subjectId;
  });
}

/** Links and answers lead to it. Needs staff. @param into where it came from @throws Problem 401, 403, 404, 409 */
export async function unsplitSubmission(current: Current, subjectId: string, into: string): Promise<void> {
  requireRole(current, 'staff');
  await requireRow(current, into);
  await inTransaction(current, async (current) => {
    const split = await findHistoryEntry(current, into, SPLIT, { to: subjectId });
    if (split === undefined) throw new Problem(notMergeable);
    const { state, dueAt } = split.details['was'] as Pick<QueueState, 'state' | 'dueAt'>;
    await mergeRows(current, subjectId, into, (part, rest) => {
      const together = mergeQueueStates(part, rest);
      const isAsItWas = [part, rest].every(({ lastAt }) => lastAt <= split.at) && together.state !== 'closed';
      return isAsItWas ? { ...together, state, dueAt } : together;
    });
  });
}

function requireTitle(title: string): string {
  const name = maskSecrets(title.trim()).text;
  const wrong = name === '' ? missingTitle : name.length > MAX_TITLE ? longFact : undefined;
  if (wrong !== undefined) throw problemAt('title', wrong);
  return name;
}

/** Against who merges meanwhile. One that is merged is taken out again first. */
async function lockRow(current: Current, subjectId: string): Promise<SubmissionRow> {
  const [row] = await current.db.query<SubmissionColumns>(sql`select ${COLUMNS} from contact_submissions s
    where s.subject_id = ${subjectId} and s.merged_into is null for update`);
  if (row === undefined) throw new Problem(notSplittable);
  return submissionOf(row);
}

/** With what its sender wrote after something else. */
async function requireBeginning(
  current: Current,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
): Promise<void> {
  const reader = threadReader(current, subjectId, undefined);
  const { kind, side, isRedacted } = await getMessage(current, reader, { subjectId, messageId });
  const first = (await findFirstMessages(current, [subjectId])).get(subjectId);
  const isFirst = first?.messageId === messageId;
  if (kind !== 'public' || side !== 'player' || isRedacted || isFirst) throw new Problem(notSplittable);
}

/** Whose turn it is, and since when, by what is in it: an answer may have gone with what it answers. What is closed stays so. */
async function settleByMessages(current: Current, subjectId: string, dueHours: number): Promise<void> {
  const outline = await outlineThread(current, subjectId);
  if (outline === undefined) throw new Problem(notSplittable);
  const { messages, answeredAt, lastAt, lastSide } = outline;
  const state = lastSide === 'studio' ? 'waiting' : 'open';
  await current.db.query(sql`update contact_submissions set messages = ${messages}, last_at = ${lastAt},
      answered_at = ${answeredAt}, state = case when state = 'closed' then state else ${state} end,
      due_at = case when state = 'closed' or ${answeredAt !== null}::boolean then null
        else created_at + ${dueHours}::integer * interval '1 hour' end
    where subject_id = ${subjectId}`);
  await indexAgain(current, subjectId);
}
