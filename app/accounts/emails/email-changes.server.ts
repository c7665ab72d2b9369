import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { endOpenSignIns } from '../open-sign-ins.server.ts';
import { noEmail } from '../problems.ts';
import { requirePasskeyByRule } from '../recovery/passkey-rule.server.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { requireRemainingSignInMethod, lockAccount } from '../sign-in-methods.server.ts';
import { notifyOfEmailChange } from './email-notices.server.ts';
import { createUndoConfirmation } from './email-undo.server.ts';
import { dropVerifiedEmail, setPrimary } from './emails.server.ts';
import type { VerifiedEmailRow } from './emails.server.ts';

/** Notifies all addresses; the former one can undo it (`createUndoConfirmation`). @throws Problem 401, 403, 404 */
export async function makeEmailPrimary(current: Current, key: string): Promise<string> {
  const userId = requireUser(current);
  requireProof(current);
  return inTransaction(current, async (current) => {
    await lockAccount(current, userId);
    await requirePasskeyByRule(current, userId);
    const [email] = await current.db.query<Pick<VerifiedEmailRow, 'address' | 'is_primary'>>(sql`
      select address, is_primary from account_emails
      where user_id = ${userId} and address_key = ${key} and verified_at is not null`);
    if (email === undefined) throw new Problem(noEmail);
    if (email.is_primary) return email.address;
    const old = await setPrimary(current, userId, key);
    await noteSecurityEvent(current, userId, 'emailPrimary', { address: email.address });
    if (old === undefined) return email.address;
    await endOpenSignIns(current, userId);
    const confirmationId = await createUndoConfirmation(current, userId, { change: 'primary', ...old });
    await notifyOfEmailChange(current, userId, { change: 'primary', confirmationId });
    return email.address;
  });
}

/** An unverified claim needs no fresh sign-in. @throws Problem 401, 403, 404, 409 for the last sign-in method */
export async function removeEmail(current: Current, key: string): Promise<string> {
  const userId = requireUser(current);
  const [claim] = await current.db.query<Pick<Row<'account_emails'>, 'address'>>(sql`delete from account_emails
    where user_id = ${userId} and address_key = ${key} and verified_at is null returning address`);
  if (claim !== undefined) return claim.address;
  requireProof(current);
  return requireRemainingSignInMethod(current, userId, async (current) => {
    await requirePasskeyByRule(current, userId);
    const removed = await dropVerifiedEmail(current, userId, key);
    if (removed === undefined) throw new Problem(noEmail);
    await noteSecurityEvent(current, userId, 'emailRemoved', { address: removed.address });
    await endOpenSignIns(current, userId, [removed.address]);
    const confirmationId = await createUndoConfirmation(current, userId, { change: 'removed', ...removed });
    await notifyOfEmailChange(current, userId, { change: 'removed', confirmationId });
    return removed.address;
  });
}
