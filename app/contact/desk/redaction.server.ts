import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { lockTrees } from '#app/threads/merging/trees.server.ts';
import { findFirstMessages } from '#app/threads/messages.server.ts';
import { redactMessage } from '#app/threads/moderation.server.ts';
import type { ThreadMessage } from '#app/threads/thread.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { submissionAudit } from '../audit-kinds.server.ts';
import { noSubmission } from '../problems.ts';
import { indexAgain } from '../search-index.server.ts';
import { requireRow } from '../submission-rows.server.ts';
import { toSubmissionNumber } from '../submission.ts';

/**
 * Takes away what a message says, its files, and of the first one also the title and the details. It cannot be undone.
 * That it was done, by whom and when stays in the history and the audit. Needs staff.
 * @param shown the submission on whose page it is @throws Problem 401, 403, 404
 */
export async function redactSubmission(
  current: Current,
  shown: string,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
): Promise<void> {
  requireRole(current, 'staff');
  await requireRow(current, shown);
  await inTransaction(current, async (current) => {
    const threads = await lockTrees(current, [shown]);
    if (!threads.some((one) => one.subjectId === subjectId)) throw new Problem(noSubmission);
    const files = await redactMessage(current, { subjectId, messageId });
    if (files === undefined) return;
    const first = (await findFirstMessages(current, [subjectId])).get(subjectId);
    if (first?.messageId === messageId) await redactHead(current, subjectId);
    await indexAgain(current, subjectId);
    await recordThreadHistory(current, subjectId, 'redact', { details: { messageId } });
    await recordAuditEntry(current, submissionAudit.redact, {
      target: `submission/${subjectId}/${messageId}`,
      after: { number: toSubmissionNumber(subjectId), files },
    });
  });
}

/** What was chosen from a list says nothing of its own. */
async function redactHead({ db }: Current, subjectId: string): Promise<void> {
  await db.query(sql`update contact_submissions set title = ${`#${toSubmissionNumber(subjectId)}`},
      facts = jsonb_strip_nulls(jsonb_build_object('game', facts->'game', 'platform', facts->'platform'))
    where subject_id = ${subjectId}`);
}
