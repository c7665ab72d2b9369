import { mailboxKey } from '#app/accounts/emails/email.ts';
import { listEmails } from '#app/accounts/emails/emails.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { decidePerson, findPersonStatus, forgetPerson } from '#app/threads/people.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { Problem } from '#lib/problem.ts';

import { submissionAudit } from '../audit-kinds.server.ts';
import { isBlocked } from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';
import { toSubmissionNumber } from '../submission.ts';
import type { SubmissionRow } from '../submission.ts';

const NOUN = 'contact';

/**
 * Whoever sent it writes nothing to the studio any more, by no form and no mail, until they are let in again. What they have
 * written stays theirs to read. Of an account it holds for its addresses too, of an address for that alone: anybody can type
 * the address of somebody else. Needs staff. @throws Problem 401, 403, 404
 */
export async function blockSender(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const row = await requireRow(current, subjectId);
  const { userId } = row;
  const emails = userId === undefined ? [] : await listEmails(current, userId);
  const verified = emails.filter(({ isVerified }) => isVerified);
  const participantIds = [...listParticipantIds(row), ...verified.flatMap(({ address }) => addressWays(address))];
  await inTransaction(current, async (current) => {
    const isNew = await decidePerson(current, { noun: NOUN, userId, participantIds }, 'blocked');
    if (!isNew) return;
    await recordThreadHistory(current, subjectId, 'block');
    await recordAuditEntry(current, submissionAudit.block, auditedSender(row));
  });
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function unblockSender(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const row = await requireRow(current, subjectId);
  const { userId } = row;
  await inTransaction(current, async (current) => {
    const isGone = await forgetPerson(current, { noun: NOUN, userId, participantIds: listParticipantIds(row) });
    if (!isGone) return;
    await recordThreadHistory(current, subjectId, 'unblock');
    await recordAuditEntry(current, submissionAudit.unblock, auditedSender(row));
  });
}

/** With an account the entry stands on its page too. */
function auditedSender({ subjectId, userId }: SubmissionRow) {
  const target = userId === undefined ? `submission/${subjectId}` : `account/${userId}`;
  return { target, after: { number: toSubmissionNumber(subjectId) } };
}

type Writer = Pick<SubmissionRow, 'participantId' | 'email'>;

/** Permission is up to the caller. */
export async function hasBlock(current: Pick<Current, 'db'>, writer: Writer): Promise<boolean> {
  return (await findPersonStatus(current, NOUN, listParticipantIds(writer))) === 'blocked';
}

/** @throws Problem 403 */
export async function requireNotBlocked(current: Current, writer: Writer): Promise<void> {
  if (await hasBlock(current, writer)) throw new Problem(isBlocked);
}

function listParticipantIds({ participantId, email }: Writer): string[] {
  return email === undefined ? [participantId] : [participantId, ...addressWays(email)];
}

/** As it is written, and as the mailbox that it reaches, which has many spellings. */
function addressWays(email: string): string[] {
  return [email, mailboxKey(email) ?? email].map((address) => toParticipantId({ email: address }));
}
