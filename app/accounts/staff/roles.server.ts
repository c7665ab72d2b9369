import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { UserType } from '#app/current/browser/session-user.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse, requireProof, requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { accountAudit } from '../audit-kinds.server.ts';
import { isNotBannedSql } from '../ban.server.ts';
import { findUserByEmail } from '../emails/emails.server.ts';
import { noAccount } from '../problems.ts';
import { lastSuper, nobodyProved } from './problems.ts';
import type { RoleChange } from './staff.ts';
import { forgetWhenCommitted, notifyAccountOwner, toAuditTarget } from './target.server.ts';

/** At least one super who can sign in is left. Needs super and a fresh sign-in. @throws Problem 401, 403, 404, 409 */
export async function changeRole(current: Current, userId: string, { role, reason }: RoleChange): Promise<void> {
  requireRole(current, 'super');
  requireProof(current);
  await setRole(current, userId, role, reason);
}

/** As the system: this makes the first super. @returns its user id @throws Problem 401 or 403 for others, 404, 409 */
export async function grantRole(current: Current, address: string, role: UserType): Promise<string> {
  requireRole(current, 'super');
  if (current.actor.userId !== undefined) refuse(current);
  const userId = await findUserByEmail(current, address);
  if (userId === undefined) throw new Problem(nobodyProved);
  await setRole(current, userId, role, 'npm run grant');
  return userId;
}

function setRole(current: Current, userId: string, role: UserType, reason: string): Promise<void> {
  return inTransaction(current, async (current) => {
    // Locks all supers in one order: when two step down at once, the second sees that the first is gone.
    const locked = await current.db.query<Pick<Row<'accounts'>, 'user_id' | 'role'>>(sql`
      select user_id, role from accounts where user_id = ${userId} or role = 'super'
      order by user_id for no key update`);
    const before = locked.find((row) => row.user_id === userId);
    if (before === undefined) throw new Problem(noAccount);
    if (before.role === role) return;
    const [changed] = await current.db.query(sql`update accounts set role = ${role}
      where user_id = ${userId} and (role <> 'super' or exists (
        select from accounts other where other.role = 'super' and other.user_id <> ${userId}
          and ${isNotBannedSql(current.now())}))
      returning user_id`);
    if (changed === undefined) throw new Problem(lastSuper);
    await notifyAccountOwner(current, userId, 'roleChanged', { name: role });
    const target = toAuditTarget(userId);
    await recordAuditEntry(current, accountAudit.role, {
      target,
      before: { role: before.role },
      after: { role },
      reason,
    });
    forgetWhenCommitted(current, userId);
  });
}
