import { isBanned } from '#app/accounts/accounts.server.ts';
import { emailKey } from '#app/accounts/emails/email.ts';
import { findUserByEmail } from '#app/accounts/emails/emails.server.ts';
import { beginLeaving, endLeaving } from '#app/accounts/leaving.server.ts';
import { sendNoticeLater } from '#app/accounts/notices.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { KeptChoice } from '#app/current/kept-choice.ts';
import { refuse, requireProof, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { WAIT_DAYS } from './deletion.ts';
import { notAsked } from './problems.ts';
import { newStandIn } from './progress.server.ts';

/**
 * Ends all sessions; keys stop with them. Whoever asks again while it waits changes nothing. Needs a fresh sign-in, and is
 * for nobody in another role. @param kept what stays without their name @returns when it is done
 * @throws Problem 401, 403, 409 for the last super, 503
 */
export async function askDeletion(current: Current, kept: readonly KeptChoice[]): Promise<Date> {
  const userId = requireUser(current);
  if (current.actor.masquerade !== undefined) refuse(current);
  requireProof(current);
  return inTransaction(current, (current) => ask(current, userId, kept));
}

/** In a transaction. */
async function ask(current: Current, userId: string, kept: readonly KeptChoice[]): Promise<Date> {
  const now = current.now();
  const dueAt = new Date(now.getTime() + WAIT_DAYS * 86_400_000);
  if (!(await beginLeaving(current, userId, dueAt))) return (await findDueDate(current, userId)) ?? dueAt;
  await current.db.query(sql`
    insert into account_deletions (deletion_id, user_id, emails, kept, stand_in, asked_at, due_at)
    values (${uuidv7(now.getTime())}, ${userId}, '{}', ${[...kept]}, ${newStandIn()}, ${now}, ${dueAt})
    on conflict (user_id) where user_id is not null do update
      set kept = excluded.kept, asked_at = excluded.asked_at, due_at = excluded.due_at
      where account_deletions.begun_at is null`);
  await noteSecurityEvent(current, userId, 'deletionAsked');
  await sendNoticeLater(current, userId, 'deletionAsked', { until: dueAt.toISOString() });
  return dueAt;
}

/** For who has signed in meanwhile: everything is as it was, but for the sessions. @throws Problem 409 when there is none, or it is too late, 503 */
export async function undoDeletion(current: Current): Promise<void> {
  const userId = current.actor.leavingId ?? current.actor.userId;
  if (userId === undefined) throw new Problem(notAsked);
  await inTransaction(current, async (current) => {
    const undone = await current.db.query(sql`delete from account_deletions
      where user_id = ${userId} and begun_at is null returning user_id`);
    if (undone.length === 0) throw new Problem(notAsked);
    await endLeaving(current, userId);
    await noteSecurityEvent(current, userId, 'deletionUndone');
    await sendNoticeLater(current, userId, 'deletionUndone');
  });
}

/** When the account of who has signed in meanwhile is deleted. */
export async function findOwnDueDate(current: Current): Promise<Date | undefined> {
  const { leavingId } = current.actor;
  return leavingId === undefined ? undefined : findDueDate(current, leavingId);
}

async function findDueDate({ db }: Current, userId: string): Promise<Date | undefined> {
  const [row] = await db.query<Pick<Row<'account_deletions'>, 'due_at'>>(sql`
    select due_at from account_deletions where user_id = ${userId}`);
  return row?.due_at;
}

/**
 * What an address has left that no account has confirmed, at once. Of an account that is banned, and so cannot ask by itself, it
 * is all of it, after the same wait. The caller has proof of the address.
 * @returns 'account' for one that has an account, whose owner asks there
 */
export async function askDeletionOfAddress(current: Current, address: string): Promise<'asked' | 'account'> {
  return inTransaction(current, async (current) => {
    const userId = await findUserByEmail(current, address);
    const now = current.now();
    if (userId !== undefined) {
      if (!(await isBanned(current.db, current.rowCache, userId, now))) return 'account';
      await ask(current, userId, []);
      return 'asked';
    }
    await current.db.query(sql`
      insert into account_deletions (deletion_id, emails, names, kept, stand_in, asked_at, due_at)
      values (${uuidv7(now.getTime())}, ${[emailKey(address) ?? address]}, ${[address]}, '{}', ${newStandIn()}, ${now}, ${now})`);
    return 'asked';
  });
}
