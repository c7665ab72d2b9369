import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { accountFrozen } from './problems.ts';
import { noteSecurityEvent } from './security-log/security-log.server.ts';
import { forgetWhenCommitted } from './staff/target.server.ts';

/**
 * Ends all sessions, and has keys, passkeys, connections and recovery codes stand still until the owner has signed in by a mail. In a
 * transaction that has locked the account, after its open sign-ins were ended.
 */
export async function freezeAccount(current: Current, userId: string): Promise<void> {
  await current.db.query(sql`update accounts set frozen_at = ${current.now()} where user_id = ${userId}`);
  await current.sessions.endAll(userId);
  await noteSecurityEvent(current, userId, 'frozen');
  forgetWhenCommitted(current, userId);
}

/**
 * In the transaction of a sign-in. One by a mail is ended by what freezes the account, which waits for it; any other waits for that.
 * @param isByMail then it is frozen no more @throws Problem 403
 */
export async function requireNotFrozen(current: Current, userId: string, isByMail: boolean): Promise<void> {
  if (isByMail) await thawAccount(current, userId);
  else if (await isFrozen(current, userId)) throw new Problem(accountFrozen);
}

/** Until the end of the transaction what would freeze it waits. */
export async function isFrozen({ db }: Pick<Current, 'db'>, userId: string): Promise<boolean> {
  const [account] = await db.query<Pick<Row<'accounts'>, 'frozen_at'>>(
    sql`select frozen_at from accounts where user_id = ${userId} for share`,
  );
  return account !== undefined && account.frozen_at !== null;
}

/** In a transaction. */
export async function thawAccount(current: Current, userId: string): Promise<void> {
  const [thawed] = await current.db.query(sql`update accounts set frozen_at = null
    where user_id = ${userId} and frozen_at is not null returning 1 as found`);
  if (thawed === undefined) return;
  await noteSecurityEvent(current, userId, 'thawed');
  forgetWhenCommitted(current, userId);
}
