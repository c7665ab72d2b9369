import { keepConfirmation, spendByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { takenEmail, undoOver } from '../problems.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { dropWaysSince, lockAccount } from '../ways-in.server.ts';
import type { DroppedWays } from '../ways-in.server.ts';
import { UNDO_EMAIL } from './email-confirmation.ts';
import type { UndoDetails } from './email-confirmation.ts';
import { UNDO_HOURS } from './email-letters.server.ts';
import type { DroppedCounts } from './email-letters.server.ts';
import { tellOfChange } from './email-notices.server.ts';
import { emailKey } from './email.ts';
import { addProvedEmail, endOpenSignIns, isEldest, lockEmail, setPrimary } from './emails.server.ts';
import type { ProvedEmail } from './emails.server.ts';

/**
 * Keeps what takes a change of addresses back. It works for the eldest address alone: for any other it is over from the
 * beginning, and only knows what the mails tell of.
 * @returns the id of the confirmation
 */
export async function keepUndo(
  current: Current,
  userId: string,
  { change, ...email }: ProvedEmail & Pick<UndoDetails, 'change'>,
): Promise<string> {
  const { address, verified_at, is_primary } = email;
  const { loginId = null } = current.actor;
  const minutes = (await isEldest(current, userId, email)) ? UNDO_HOURS * 60 : 0;
  const verifiedAt = verified_at.toISOString();
  const details: UndoDetails = { change, address, verifiedAt, wasPrimary: is_primary, loginId };
  return keepConfirmation(current, { kind: UNDO_EMAIL, userId, details, minutes });
}

/** Ends the keys of an account that were made at `since` or later. @returns how many */
export type EndKeys = (current: Current, userId: string, since: Date) => Promise<number>;

/**
 * Takes back that an address was removed, or is no longer the primary one: it is as it was, and everyone is out who may
 * have come in with the change. The session that made it ends, and so do every session, address, passkey, connection
 * and key that began in the 72 hours before it or since. All addresses that are left are told.
 * @param endKeys what ends the keys, which are known further up
 * @returns the address
 * @throws Problem 409 when the link does not work any more, an elder address is back, or another account has proved the
 *   address since
 */
export function undoEmailChange(current: Current, token: string, endKeys: EndKeys): Promise<string> {
  return inTransaction(current, async (current) => {
    const undo = await spendByToken(current, token, UNDO_EMAIL);
    if (undo?.userId === undefined) throw new Problem(undoOver);
    const { confirmationId, userId, createdAt } = undo;
    const { address, verifiedAt, wasPrimary, loginId } = undo.details as UndoDetails;
    await lockEmail(current, address);
    await lockAccount(current, userId);
    const provedAt = new Date(verifiedAt);
    if (!(await isEldest(current, userId, { address, verified_at: provedAt }))) throw new Problem(undoOver);
    await noteSecurityEvent(current, userId, 'emailUndone', { address });
    const since = new Date(createdAt.getTime() - UNDO_HOURS * 3_600_000);
    const ways = await dropWaysSince(current, userId, since, emailKey(address) ?? '');
    const back = await addProvedEmail(current, userId, address, provedAt);
    if (back === 'taken') throw new Problem(takenEmail);
    if (wasPrimary) await setPrimary(current, userId, emailKey(address) ?? '');
    const keys = await endKeys(current, userId, since);
    // A sign-in that is just being ended is waited for here, and its session is seen below.
    await endOpenSignIns(current, userId, ways.addresses);
    await current.sessions.within(current.db).endSince(userId, since, loginId ?? undefined);
    const dropped = countsOf(ways, keys);
    await tellOfChange(current, userId, { change: 'undone', confirmationId, ...(dropped && { dropped }) });
    return address;
  });
}

function countsOf({ addresses, passkeys, connections }: DroppedWays, keys: number): DroppedCounts | undefined {
  const counts = { addresses: addresses.length, passkeys: passkeys.length, connections: connections.length, keys };
  return Object.values(counts).some((count) => count > 0) ? counts : undefined;
}
