import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { findOrigin, findSplittable, outlineThread, splitThread } from '#app/threads/merging/splits.server.ts';
import { countWritten } from '#app/threads/messages.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { submissionAudit } from '../audit-kinds.server.ts';
import { longFact, missingTitle, notMergeable, notSplittable } from '../problems.ts';
import { receivedMail } from '../received.mail.tsx';
import { indexAgain } from '../search-index.server.ts';
import { COLUMNS, requireRow, toSubmission } from '../submission-rows.server.ts';
import type { SubmissionColumns } from '../submission-rows.server.ts';
import type { SubmissionRow, SubmissionState } from '../submission.ts';
import { MAX_TITLE, TOPICS } from '../topic.ts';
import { mergeRows, mergeTurns, recordMerging } from './merges.server.ts';

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
    const messageKey = { subjectId: of, messageId };
    const message = await findSplittable(current, threadReader(current, of, undefined), messageKey);
    if (message?.side !== 'player') throw new Problem(notSplittable);
    const row = await lockRow(current, of);
    const subjectId = uuidv7(current.now().getTime());
    await splitThread(
      current,
      { ...messageKey, andAfter: true },
      { subjectId, noun: 'contact', audience: 'participants' },
    );
    await current.db.query(sql`insert into contact_submissions (subject_id, topic, title, facts, locale, participant_id,
        user_id, email, name, state, priority, assigned_user_id, tags, messages, search, split_state, split_due_at, created_at,
        last_at)
      select ${subjectId}, topic, ${name}, facts, locale, participant_id, user_id, email, name, 'open', priority,
        assigned_user_id, tags, 0, '', state, due_at, ${current.now()}, last_at from contact_submissions where subject_id = ${of}`);
    for (const id of [of, subjectId]) await settleByMessages(current, id, TOPICS[row.topic].dueHours);
    await recordThreadHistory(current, of, 'split', { details: { to: subjectId } });
    await recordThreadHistory(current, subjectId, 'splitFrom', { details: { from: of } });
    await recordMerging(current, submissionAudit.split, of, subjectId);
    await sendMailLater(current, receivedMail, { subjectId, from: of }, { key: subjectId });
    return subjectId;
  });
}

/** Links and answers lead to it. Needs staff. @param into where it came from @throws Problem 401, 403, 404, 409 */
export async function unsplitSubmission(current: Current, subjectId: string, into: string): Promise<void> {
  requireRole(current, 'staff');
  await requireRow(current, into);
  if ((await findOrigin(current, subjectId)) !== into) throw new Problem(notMergeable);
  await inTransaction(current, async (current) => {
    await mergeRows(current, subjectId, into, (part, rest) => {
      const together = mergeTurns(part, rest);
      const isAsItWas =
        [part, rest].every(({ last_at: last }) => last <= part.created_at) && together.state !== 'closed';
      const state = part.split_state as SubmissionState | null;
      return isAsItWas && state !== null ? { ...together, state, due_at: part.split_due_at } : together;
    });
    await recordMerging(current, submissionAudit.unsplit, subjectId, into);
  });
}

function requireTitle(title: string): string {
  const name = maskSecrets(title.trim()).text;
  const wrong = name === '' ? missingTitle : name.length > MAX_TITLE ? longFact : undefined;
  if (wrong !== undefined) throw problemAt('title', wrong);
  return name;
}

/** Against who changes it meanwhile. What is read in another is taken out again first. */
async function lockRow(current: Current, subjectId: string): Promise<SubmissionRow> {
  const [row] = await current.db.query<SubmissionColumns>(sql`select ${COLUMNS} from contact_submissions s
    where s.subject_id = ${subjectId} and s.in_queue for update`);
  if (row === undefined) throw new Problem(notSplittable);
  return toSubmission(row);
}

/** Whose turn it is, and since when, by what is in it: an answer may have gone with what it answers. What is closed stays so. */
async function settleByMessages(current: Current, subjectId: string, dueHours: number): Promise<void> {
  const outline = await outlineThread(current, subjectId);
  if (outline === undefined) throw new Problem(notSplittable);
  const { answeredAt, lastAt, lastSide } = outline;
  const state = lastSide === 'studio' ? 'waiting' : 'open';
  await current.db
    .query(sql`update contact_submissions set messages = ${await countWritten(current, subjectId)}, last_at = ${lastAt},
      answered_at = ${answeredAt}, state = case when state = 'closed' then state else ${state} end,
      due_at = case when state = 'closed' or ${answeredAt !== null}::boolean then null
        else created_at + ${dueHours}::integer * interval '1 hour' end
    where subject_id = ${subjectId}`);
  await indexAgain(current, subjectId);
}
