import { createConfirmation, redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { takenEmail, undoOver } from '../problems.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { removeSignInMethodsSince, lockAccount } from '../sign-in-methods.server.ts';
import type { RemovedSignInMethods } from '../sign-in-methods.server.ts';
import { UNDO_EMAIL } from './email-confirmation.ts';
import type { UndoDetails } from './email-confirmation.ts';
import { UNDO_HOURS } from './email-mails.server.ts';
import type { DroppedCounts } from './email-mails.server.ts';
import { notifyOfEmailChange } from './email-notices.server.ts';
import { emailKey } from './email.ts';
import {
  addVerifiedEmail,
  dropVerifiedEmail,
  endOpenSignIns,
  listOlderEmails,
  lockEmail,
  setPrimary,
} from './emails.server.ts';
import type { VerifiedEmailRow } from './emails.server.ts';

/**
 * Keeps what takes a change of addresses back. For an address that may not do so it is over from the beginning, and only
 * knows what the mails tell of.
 * @returns the id of the confirmation
 */
export async function createUndoConfirmation(
  current: Current,
  userId: string,
  { change, ...email }: VerifiedEmailRow & { change: 'removed' | 'primary' },
): Promise<string> {
  const minutes = (await mayUndo(current, userId, email, current.now())) ? UNDO_HOURS * 60 : 0;
  return createConfirmation(current, { kind: UNDO_EMAIL, userId, details: detailsOf(current, change, email), minutes });
}

/** Ends the keys of an account that were made at `since` or later. @returns how many */
export type RevokeKeys = (current: Current, userId: string, since: Date) => Promise<number>;

/**
 * Takes back that an address was removed, or is no longer the primary one: it is as it was, and everyone is out who may
 * have come in with the change. The session that made it ends, and so do every session, address, passkey, connection
 * and key that began in the 72 hours before it or since. All addresses that are left are told, and those that were proved
 * before this one may object in the same way: then it is removed, and none of its links brings it back.
 * @param endKeys what ends the keys, which are known further up
 * @returns the address
 * @throws Problem 409 when the link does not work any more, an elder address is back or has objected, or another account
 *   has proved the address since
 */
export function undoEmailChange(current: Current, token: string, endKeys: RevokeKeys): Promise<string> {
  return inTransaction(current, async (current) => {
    const undo = await redeemByToken(current, token, UNDO_EMAIL);
    if (undo?.userId === undefined) throw new Problem(undoOver);
    const { confirmationId, userId, createdAt } = undo;
    const { change, address, verifiedAt, wasPrimary, loginId } = undo.details as UndoDetails;
    const email = { address, verified_at: new Date(verifiedAt), is_primary: wasPrimary };
    await lockEmail(current, address);
    await lockAccount(current, userId);
    const elders = await listOlderEmails(current, userId, email);
    const isObjection = change === 'back';
    const isValid = isObjection ? elders.length > 0 : await mayUndo(current, userId, email, createdAt);
    if (!isValid) throw new Problem(undoOver);
    const since = hoursBefore(createdAt);
    const ways = await removeSignInMethodsSince(current, userId, since, emailKey(address) ?? '');
    if (isObjection) await removeForOlderEmail(current, userId, email);
    else await restoreEmail(current, userId, email);
    const keys = await endKeys(current, userId, since);
    // A sign-in that is just being ended is waited for here, and its session is seen below.
    await endOpenSignIns(current, userId, [address, ...ways.addresses]);
    await current.sessions.within(current.db).endSince(userId, since, loginId ?? undefined);
    const dropped = countsOf(ways, keys);
    const isOpen = !isObjection && elders.length > 0;
    const told = isOpen ? await createRemovalConfirmation(current, userId, email) : confirmationId;
    const outcome = isObjection ? 'removed' : 'undone';
    await notifyOfEmailChange(current, userId, { change: outcome, confirmationId: told, ...(dropped && { dropped }) });
    return address;
  });
}

/**
 * Whether an address may take back a change of it: the eldest may, and one that was proved 72 hours before the change, so
 * that none that a thief has just brought does; but none over an elder one, which is believed, that has had its say since
 * or in the 72 hours before.
 */
async function mayUndo(current: Current, userId: string, email: VerifiedEmailRow, changedAt: Date): Promise<boolean> {
  const { verified_at } = email;
  const since = hoursBefore(changedAt);
  if (verified_at > since && (await listOlderEmails(current, userId, email)).length > 0) return false;
  // What was taken back since in the name of an address that was proved earlier: ISO 8601 is in order as text.
  const reverts = await current.db.query(sql`select from security_events
    where user_id = ${userId} and at >= ${since} and details->>'provedAt' < ${verified_at.toISOString()} limit 1`);
  return reverts.length === 0;
}

async function restoreEmail(current: Current, userId: string, email: VerifiedEmailRow): Promise<void> {
  const { address, verified_at, is_primary } = email;
  const back = await addVerifiedEmail(current, userId, address, verified_at);
  if (back === 'taken') throw new Problem(takenEmail);
  if (is_primary) await setPrimary(current, userId, emailKey(address) ?? '');
  await noteSecurityEvent(current, userId, 'emailUndone', { address, provedAt: verified_at.toISOString() });
}

/** Removes an address in the name of an elder one. */
async function removeForOlderEmail(
  current: Current,
  userId: string,
  { address, verified_at }: VerifiedEmailRow,
): Promise<void> {
  await dropVerifiedEmail(current, userId, emailKey(address) ?? '');
  // So that no older link of this address works, and all of its elders' do.
  const provedAt = new Date(verified_at.getTime() - 1).toISOString();
  await noteSecurityEvent(current, userId, 'emailRemoved', { address, provedAt });
}

/** Keeps what removes an address that has come back. @returns the id of the confirmation */
function createRemovalConfirmation(current: Current, userId: string, email: VerifiedEmailRow): Promise<string> {
  const details = detailsOf(current, 'back', email);
  return createConfirmation(current, { kind: UNDO_EMAIL, userId, details, minutes: UNDO_HOURS * 60 });
}

function detailsOf(current: Current, change: UndoDetails['change'], email: VerifiedEmailRow): UndoDetails {
  const { address, verified_at, is_primary } = email;
  const { loginId = null } = current.actor;
  return { change, address, verifiedAt: verified_at.toISOString(), wasPrimary: is_primary, loginId };
}

function hoursBefore(time: Date): Date {
  return new Date(time.getTime() - UNDO_HOURS * 3_600_000);
}

function countsOf({ addresses, passkeys, connections }: RemovedSignInMethods, keys: number): DroppedCounts | undefined {
  const counts = { addresses: addresses.length, passkeys: passkeys.length, connections: connections.length, keys };
  return Object.values(counts).some((count) => count > 0) ? counts : undefined;
}
