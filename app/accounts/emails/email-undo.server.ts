import { createConfirmation, redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { freezeAccount } from '../freezing.server.ts';
import { endLeaving } from '../leaving.server.ts';
import { endOpenProofs } from '../open-sign-ins.server.ts';
import { takenEmail, undoOver } from '../problems.ts';
import { dropRecoveryCodes } from '../recovery/recovery-codes.server.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { removeSignInMethodsSince, lockFrozenAccount } from '../sign-in-methods.server.ts';
import type { RemovedSignInMethods } from '../sign-in-methods.server.ts';
import { UNDO_EMAIL } from './email-confirmation.ts';
import type { UndoDetails } from './email-confirmation.ts';
import { UNDO_HOURS } from './email-mails.server.ts';
import type { DroppedCounts } from './email-mails.server.ts';
import { notifyOfEmailChange } from './email-notices.server.ts';
import { emailKey } from './email.ts';
import { addVerifiedEmail, dropVerifiedEmail, listOlderEmails, lockEmail, setPrimary } from './emails.server.ts';
import type { VerifiedEmailRow } from './emails.server.ts';

/** For an address that may not undo it, it expires at once and only carries details of the mails. @returns its id */
export async function createUndoConfirmation(
  current: Current,
  userId: string,
  { change, added, ...email }: VerifiedEmailRow & { change: 'removed' | 'primary' | 'added'; added?: string },
): Promise<string> {
  const minutes = (await mayUndo(current, userId, email, current.now())) ? UNDO_HOURS * 60 : 0;
  return createConfirmation(current, { kind: UNDO_EMAIL, userId, details: toDetails(change, email, added), minutes });
}

/** Revokes keys created at `since` or later. @returns how many */
export type RevokeKeys = (current: Current, userId: string, since: Date) => Promise<number>;

/**
 * Undoes a change, removes what an attacker may have added (every address, passkey, connection, key and set of recovery codes
 * that is younger than 72 hours before it), takes a wish to be deleted back, ends all sessions, and freezes the account until a
 * sign-in by a mail. Addresses that were verified before this one may object in the same way: then none of its links works any more.
 * @param revokeKeys passed in, because keys are a floor above
 * @throws Problem 409 when the link has expired, an older address objected, or another account verified the address
 */
export function undoEmailChange(current: Current, token: string, revokeKeys: RevokeKeys): Promise<string> {
  return inTransaction(current, async (current) => {
    const undo = await redeemByToken(current, token, UNDO_EMAIL);
    if (undo?.userId === undefined) throw new Problem(undoOver);
    const { confirmationId, userId, createdAt } = undo;
    const { change, address, verifiedAt, wasPrimary } = undo.details as UndoDetails;
    const email = { address, verified_at: new Date(verifiedAt), is_primary: wasPrimary };
    await lockEmail(current, address);
    await lockFrozenAccount(current, userId);
    const olderEmails = await listOlderEmails(current, userId, email);
    const isObjection = change === 'back';
    const isValid = isObjection ? olderEmails.length > 0 : await mayUndo(current, userId, email, createdAt);
    if (!isValid) throw new Problem(undoOver);
    const since = hoursBefore(createdAt);
    const removed = await removeSignInMethodsSince(current, userId, since, emailKey(address) ?? '');
    if (isObjection) await removeForOlderEmail(current, userId, email);
    else await restoreEmail(current, userId, email);
    const keys = await revokeKeys(current, userId, since);
    // Waits for a sign-in that is being completed, so that its session ends below.
    await endOpenProofs(current, userId, [address, ...removed.addresses]);
    await dropRecoveryCodes(current, userId, since);
    await freezeAccount(current, userId);
    await endLeaving(current, userId);
    const dropped = countDropped(removed, keys);
    const mayObject = !isObjection && olderEmails.length > 0;
    const noticeId = mayObject ? await createRemovalConfirmation(current, userId, email) : confirmationId;
    const outcome = isObjection ? 'removed' : 'undone';
    await notifyOfEmailChange(current, userId, {
      change: outcome,
      confirmationId: noticeId,
      ...(dropped && { dropped }),
    });
    return address;
  });
}

/**
 * The oldest address may, and one verified 72 hours before the change, so none that a thief has just added; but none
 * over an older one, which is trusted more, that has undone something since or in the 72 hours before.
 */
async function mayUndo(current: Current, userId: string, email: VerifiedEmailRow, changedAt: Date): Promise<boolean> {
  const { verified_at } = email;
  const since = hoursBefore(changedAt);
  if (verified_at > since && (await listOlderEmails(current, userId, email)).length > 0) return false;
  // What an address that was verified earlier has undone since: ISO 8601 sorts as text.
  const reverts = await current.db.query(sql`select from security_events
    where user_id = ${userId} and at >= ${since} and details->>'provedAt' < ${verified_at.toISOString()} limit 1`);
  return reverts.length === 0;
}

async function restoreEmail(current: Current, userId: string, email: VerifiedEmailRow): Promise<void> {
  const { address, verified_at, is_primary } = email;
  const added = await addVerifiedEmail(current, userId, address, verified_at);
  if (added === 'taken') throw new Problem(takenEmail);
  if (is_primary) await setPrimary(current, userId, emailKey(address) ?? '');
  await noteSecurityEvent(current, userId, 'emailUndone', { address, provedAt: verified_at.toISOString() });
}

async function removeForOlderEmail(
  current: Current,
  userId: string,
  { address, verified_at }: VerifiedEmailRow,
): Promise<void> {
  await dropVerifiedEmail(current, userId, emailKey(address) ?? '');
  // Then no link of this address works any more, but those of all older ones do.
  const provedAt = new Date(verified_at.getTime() - 1).toISOString();
  await noteSecurityEvent(current, userId, 'emailRemoved', { address, provedAt });
}

function createRemovalConfirmation(current: Current, userId: string, email: VerifiedEmailRow): Promise<string> {
  const details = toDetails('back', email);
  return createConfirmation(current, { kind: UNDO_EMAIL, userId, details, minutes: UNDO_HOURS * 60 });
}

function toDetails(change: UndoDetails['change'], email: VerifiedEmailRow, added?: string): UndoDetails {
  const { address, verified_at, is_primary } = email;
  return { change, address, verifiedAt: verified_at.toISOString(), wasPrimary: is_primary, ...(added && { added }) };
}

function hoursBefore(time: Date): Date {
  return new Date(time.getTime() - UNDO_HOURS * 3_600_000);
}

function countDropped(
  { addresses, passkeys, connections }: RemovedSignInMethods,
  keys: number,
): DroppedCounts | undefined {
  const counts = { addresses: addresses.length, passkeys: passkeys.length, connections: connections.length, keys };
  return Object.values(counts).some((count) => count > 0) ? counts : undefined;
}
