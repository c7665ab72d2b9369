import type { ConfirmationKind } from '#app/confirmations/confirmation-kind.server.ts';
import { redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { notifyOfEmailChange } from '../emails/email-notices.server.ts';
import { createUndoConfirmation } from '../emails/email-undo.server.ts';
import { emailKey } from '../emails/email.ts';
import { addVerifiedEmail, lockEmail, setPrimary } from '../emails/emails.server.ts';
import { thawAccount } from '../freezing.server.ts';
import { endOpenProofs } from '../open-sign-ins.server.ts';
import { noRecovery, takenEmail } from '../problems.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { lockFrozenAccount } from '../sign-in-methods.server.ts';
import { mustHavePasskey } from './passkey-rule.server.ts';
import { dropRecoveryCodes } from './recovery-codes.server.ts';
import { RECOVER } from './recovery.ts';
import type { RecoverDetails } from './recovery.ts';

/** The link in the mail that staff have let somebody have: works once, in any browser, and signs nobody in. */
export const recoverConfirmation: ConfirmationKind = {
  kind: RECOVER,
  async describe(_current, { userId = '', details }) {
    const { address } = details as RecoverDetails;
    const texts = ['recovery.confirm.text', 'recovery.confirm.ends'] as const;
    const values = { address, account: `@${userId}` };
    return { title: 'recovery.confirm.title', texts, submit: 'recovery.confirm.submit', values };
  },
  async confirm(current, token) {
    await recoverByLink(current, token);
    return { done: 'recovery.confirm.done' };
  },
};

/** @throws Problem 409 when it has expired or somebody has the address by now */
function recoverByLink(current: Current, token: string): Promise<void> {
  return inTransaction(current, async (current) => {
    const confirmation = await redeemByToken(current, token, RECOVER);
    if (confirmation?.userId === undefined) throw new Problem(noRecovery);
    const { userId } = confirmation;
    const { address } = confirmation.details as RecoverDetails;
    await lockEmail(current, address);
    await lockFrozenAccount(current, userId);
    if ((await addVerifiedEmail(current, userId, address)) === 'taken') throw new Problem(takenEmail);
    await dropRecoveryCodes(current, userId);
    // They are lost, and nobody of this role could add another one without one of them.
    if (await mustHavePasskey(current, userId))
      await current.db.query(sql`delete from passkeys where user_id = ${userId}`);
    await endOpenProofs(current, userId);
    await current.sessions.endAll(userId);
    await thawAccount(current, userId);
    await noteSecurityEvent(current, userId, 'recovered', { address });
    const old = await setPrimary(current, userId, emailKey(address) ?? '');
    if (old === undefined || emailKey(old.address) === emailKey(address)) return;
    const confirmationId = await createUndoConfirmation(current, userId, { change: 'primary', ...old });
    await notifyOfEmailChange(current, userId, { change: 'primary', confirmationId, except: address });
  });
}
