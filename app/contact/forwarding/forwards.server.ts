import { emailKey } from '#app/accounts/emails/email.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { toParticipantId, threadReader } from '#app/threads/readers.server.ts';
import { addMessage } from '#app/threads/writing.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { submissionAudit } from '../audit-kinds.server.ts';
import { forwardsFull, invalidEmail, notForwardable } from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';
import { toSubmissionNumber } from '../submission.ts';
import type { SubmissionRow } from '../submission.ts';
import { noteMessage } from '../submissions.server.ts';
import { forwardMail } from './forward.mail.tsx';

/** Of one of staff in an hour. */
const FORWARDS = { name: 'contact forwards', points: 30, seconds: 3600, credit: 0 };
/** Of one submission. */
const MAX_FORWARDS = 50;

/**
 * To somebody outside, in a mail: what staff write to them, and what its sender and the studio have said to each other, as
 * its sender reads it. What they answer is a note. Needs staff.
 * @param typed.seen the last message that was on the page: nobody passes on what they have not read
 * @returns the note that keeps it @throws Problem 400, 401, 403, 404, 409, 429
 */
export async function forwardSubmission(
  current: Current,
  subjectId: string,
  typed: { readonly email: string; readonly body: string; readonly seen: string },
): Promise<string> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const row = await requireRow(current, subjectId);
  const email = requireOutside(current, row, typed.email.trim());
  await requireWithinLimit(current, userId, FORWARDS);
  const reader = threadReader(current, subjectId, undefined);
  return inTransaction(current, async (current) => {
    const note = { kind: 'internal', side: 'studio', participantId: toParticipantId({ userId }), userId } as const;
    const { body, seen } = typed;
    const { messageId: noteId } = await addMessage(current, reader, subjectId, { ...note, body, seen });
    await noteMessage(current, subjectId, body, sql`state = state`);
    const [made] = await current.db.query<Pick<Row<'contact_forwards'>, 'number'>>(sql`
      insert into contact_forwards (subject_id, number, note_id, email, locale, sent_by, at)
      select ${subjectId}, count(*) + 1, ${noteId}, ${email}, ${current.locale}, ${userId}, ${current.now()}
      from contact_forwards where subject_id = ${subjectId} having count(*) < ${MAX_FORWARDS}::integer returning number`);
    if (made === undefined) throw new Problem(forwardsFull);
    await recordThreadHistory(current, subjectId, 'forward', { details: { messageId: noteId } });
    await recordAuditEntry(current, submissionAudit.forward, {
      target: `submission/${subjectId}/${noteId}`,
      // Who it is stays with the conversation, and goes with it.
      after: { number: toSubmissionNumber(subjectId), host: email.split('@').at(-1) },
    });
    await sendMailLater(current, forwardMail, { subjectId, number: made.number }, { key: noteId });
    return noteId;
  });
}

/** Neither its sender, whom one answers, nor an address of ours, at which it would come in again. */
function requireOutside({ config }: Current, { participantId }: SubmissionRow, typed: string): string {
  const email = emailKey(typed);
  if (email === undefined) throw problemAt('email', invalidEmail);
  const host = email.split('@').at(-1);
  const own = emailKey(/[^<\s]+@[^>\s]+/.exec(config.MAIL_FROM ?? '')?.[0] ?? '');
  const isOurs = host === config.INBOUND_DOMAIN?.toLowerCase() || email === own;
  if (isOurs || toParticipantId({ email }) === participantId) {
    throw problemAt('email', notForwardable);
  }
  return email;
}
