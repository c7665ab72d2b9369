import * as z from 'zod/mini';

import type { ApprovalKind } from '#app/approvals/approval-kind.server.ts';
import type { AskedApproval } from '#app/approvals/approval.ts';
import { askApproval, deletePendingApprovals, needsSecondPerson } from '#app/approvals/approvals.server.ts';
import { nobodyToConfirm } from '#app/approvals/problems.ts';
import { aboutUser, asRole, withValues } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { UserType } from '#app/current/browser/session-user.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse, requireProof, requireRole } from '#app/current/permission.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { findRole } from '../accounts.server.ts';
import { accountAudit } from '../audit-kinds.server.ts';
import { mayActSql } from '../ban.server.ts';
import { findUserByEmail } from '../emails/emails.server.ts';
import { noAccount } from '../problems.ts';
import { lastSuper, nobodyProved } from './problems.ts';
import { RoleChange } from './staff.ts';
import { forgetWhenCommitted, notifyAccountOwner, toAuditTarget } from './target.server.ts';

/**
 * At least one super who can sign in is left, and two where a second person has to confirm it. Needs super and a fresh
 * sign-in. @returns what waits then, and undefined for what is done @throws Problem 401, 403, 404, 409
 */
export async function changeRole(
  current: Current,
  userId: string,
  { role, reason }: RoleChange,
): Promise<AskedApproval | undefined> {
  requireRole(current, 'super');
  requireProof(current);
  if (!needsSecondPerson(current)) {
    await setRole(current, userId, role, reason);
    return undefined;
  }
  if ((await findRole(current.db, current.rowCache, userId)) === role) return undefined;
  return askApproval(current, roleApproval, { payload: { userId, role }, target: toAuditTarget(userId), reason });
}

const RoleDeed = z.object({ userId: z.string(), role: RoleChange.shape.role });

export const roleApproval: ApprovalKind<z.output<typeof RoleDeed>> = {
  name: 'accounts.role',
  least: 'super',
  schema: RoleDeed,
  audit: ['account.role'],
  text: 'admin.approvals.role',
  read: (entry, names) =>
    withValues(aboutUser(entry, names), { from: asRole(entry.before['role']), to: asRole(entry.after['role']) }),
  findState: async (current, { userId }) => {
    const role = (await lockRoles(current, userId)).get(userId);
    if (role === undefined) throw new Problem(noAccount);
    return { role };
  },
  run: (current, { userId, role }, { reason }) => setRole(current, userId, role, reason),
};

/** Whether as many supers can sign in as the rule of two persons needs. */
export async function hasSecondPerson({ db, now }: Current): Promise<boolean> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from accounts where role = 'super' and ${mayActSql(now())}`);
  return (row?.count ?? 0) >= 2;
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
    const before = (await lockRoles(current, userId)).get(userId);
    if (before === undefined) throw new Problem(noAccount);
    if (before === role) return;
    const least = needsSecondPerson(current) ? 2 : 1;
    const [changed] = await current.db.query(sql`update accounts set role = ${role}
      where user_id = ${userId} and (role <> 'super' or (
        select count(*) from accounts other where other.role = 'super' and other.user_id <> ${userId}
          and ${mayActSql(current.now())}) >= ${least}::int)
      returning user_id`);
    if (changed === undefined) throw new Problem(least === 1 ? lastSuper : nobodyToConfirm);
    if (!isAtLeast(role, before)) await deletePendingApprovals(current, userId);
    await notifyAccountOwner(current, userId, 'roleChanged', { name: role });
    const target = toAuditTarget(userId);
    await recordAuditEntry(current, accountAudit.role, {
      target,
      before: { role: before },
      after: { role },
      reason,
    });
    forgetWhenCommitted(current, userId);
  });
}

/** All supers in one order: when two step down at once, the second sees that the first is gone. */
async function lockRoles({ db }: Current, userId: string): Promise<Map<string, UserType>> {
  const rows = await db.query<Pick<Row<'accounts'>, 'user_id'> & Columns<'accounts', { role: UserType }>>(sql`
    select user_id, role from accounts where user_id = ${userId} or role = 'super'
    order by user_id for no key update`);
  return new Map(rows.map((row) => [row.user_id, row.role]));
}
