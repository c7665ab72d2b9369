import { keepConfirmation, spendByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { takenEmail, undoOver } from '../problems.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { lockAccount } from '../ways-in.server.ts';
import { UNDO_EMAIL } from './email-confirmation.ts';
import type { UndoDetails } from './email-confirmation.ts';
import { UNDO_HOURS } from './email-letters.server.ts';
import { tellOfChange } from './email-notices.server.ts';
import { emailKey } from './email.ts';
import { addProvedEmail, lockEmail, setPrimary } from './emails.server.ts';
import type { ProvedEmail } from './emails.server.ts';

/** Keeps what takes a change of addresses back. @returns the id of the confirmation */
export function keepUndo(
  current: Current,
  userId: string,
  { change, address, verified_at, is_primary }: ProvedEmail & Pick<UndoDetails, 'change'>,
): Promise<string> {
  const { loginId = null } = current.actor;
  const verifiedAt = verified_at.toISOString();
  const details: UndoDetails = { change, address, verifiedAt, wasPrimary: is_primary, loginId };
  return keepConfirmation(current, { kind: UNDO_EMAIL, userId, details, minutes: UNDO_HOURS * 60 });
}

/**
 * Takes back that an address was removed, or is no longer the primary one: it is as it was, the session that made the
 * change and every one begun since end, and all addresses are told.
 * @returns the address
 * @throws Problem 409 when the link does not work any more, or another account has proved the address since
 */
export function undoEmailChange(current: Current, token: string): Promise<string> {
  return inTransaction(current, async (current) => {
    const undo = await spendByToken(current, token, UNDO_EMAIL);
    if (undo?.userId === undefined) throw new Problem(undoOver);
    const { confirmationId, userId, createdAt } = undo;
    const { address, verifiedAt, wasPrimary, loginId } = undo.details as UndoDetails;
    await lockEmail(current, address);
    await lockAccount(current, userId);
    const back = await addProvedEmail(current, userId, address, new Date(verifiedAt));
    if (back === 'taken') throw new Problem(takenEmail);
    if (wasPrimary) await setPrimary(current, userId, emailKey(address) ?? '');
    await endSessions(current, userId, createdAt, loginId);
    await noteSecurityEvent(current, userId, 'emailUndone', { address });
    await tellOfChange(current, userId, { change: 'undone', confirmationId });
    return address;
  });
}

async function endSessions(current: Current, userId: string, since: Date, loginId: string | null): Promise<void> {
  const sessions = current.sessions.within(current.db);
  const all = await sessions.list(userId, current.now());
  const begun = all.filter((session) => session.createdAt >= since || session.loginId === loginId);
  for (const session of begun) await sessions.endOne(userId, session.loginId);
}
