import * as z from 'zod/mini';

import type { ApprovalKind } from '#app/approvals/approval-kind.server.ts';
import type { AskedApproval } from '#app/approvals/approval.ts';
import { askApproval, needsSecondPerson } from '#app/approvals/approvals.server.ts';
import { aboutUser, asText, asTitle, withValues } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { createConfirmation } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { accountAudit } from '../audit-kinds.server.ts';
import { emailKey, mailboxKey, maskEmail } from '../emails/email.ts';
import { findUserByEmail, listEmails } from '../emails/emails.server.ts';
import { invalidEmail, takenEmail } from '../problems.ts';
import { Reason } from '../staff/staff.ts';
import { lockTarget, notifyAccountOwner, toAuditTarget } from '../staff/target.server.ts';
import { recoveryMail } from './recovery.mail.tsx';
import { RECOVER_HOURS, RECOVER } from './recovery.ts';
import type { RecoverDetails } from './recovery.ts';

export const StaffRecovery = z.object({ email: z.string().check(z.maxLength(1024)), reason: Reason });
type StaffRecovery = z.output<typeof StaffRecovery>;

/**
 * For somebody who has lost every way in and has convinced us who they are: a link, mailed to an address that nobody has, makes it the
 * main one of their account. All its addresses are told, and may undo that for 72 hours. Needs admin and a fresh sign-in, and an
 * account below their role. @returns what waits for a second person @throws Problem 400, 401, 403, 404, 409
 */
export async function recoverAccount(
  current: Current,
  userId: string,
  { email, reason }: StaffRecovery,
): Promise<AskedApproval | undefined> {
  requireRole(current, 'admin');
  requireProof(current);
  const address = email.trim().normalize('NFC');
  if (emailKey(address) === undefined) throw problemAt('email', invalidEmail);
  if (needsSecondPerson(current))
    return askApproval(current, recoveryApproval, {
      payload: { userId, address },
      target: toAuditTarget(userId),
      reason,
    });
  await inTransaction(current, async (current) => {
    await requireRecoverable(current, userId, address);
    await allowRecovery(current, { userId, address }, reason);
  });
  return undefined;
}

const RecoveryDeed = z.object({ userId: z.string(), address: z.string() });
type RecoveryDeed = z.output<typeof RecoveryDeed>;

export const recoveryApproval: ApprovalKind<RecoveryDeed> = {
  name: 'accounts.recover',
  least: 'admin',
  schema: RecoveryDeed,
  audit: ['account.recover'],
  text: 'admin.approvals.recover',
  read: (entry, names) =>
    withValues(aboutUser(entry, names), { address: asTitle(asText(entry.after['address']) ?? '') }),
  findState: async (current, { userId, address }) => {
    await requireRecoverable(current, userId, address);
    const emails = await listEmails(current, userId);
    return { emails: emails.filter(({ isVerified }) => isVerified).map(({ address }) => maskEmail(address)) };
  },
  run: (current, deed, { reason }) => allowRecovery(current, deed, reason),
};

async function requireRecoverable(current: Current, userId: string, address: string): Promise<void> {
  await lockTarget(current, userId);
  if ((await findUserByEmail(current, address)) !== undefined) throw problemAt('email', takenEmail);
}

/** In a transaction. */
async function allowRecovery(current: Current, { userId, address }: RecoveryDeed, reason: string): Promise<void> {
  const subject = mailboxKey(address);
  if (subject === undefined) throw new Problem(invalidEmail);
  const details: RecoverDetails = { address };
  const confirmation = { kind: RECOVER, userId, subject, details, minutes: RECOVER_HOURS * 60 };
  const confirmationId = await createConfirmation(current, confirmation);
  const until = new Date(current.now().getTime() + RECOVER_HOURS * 3_600_000);
  await sendMailLater(current, recoveryMail, { confirmationId }, { key: confirmationId, until });
  await notifyAccountOwner(current, userId, 'recoveryAllowed', { address: maskEmail(address) });
  await recordAuditEntry(current, accountAudit.recover, {
    target: toAuditTarget(userId),
    after: { address: maskEmail(address) },
    reason,
  });
}
