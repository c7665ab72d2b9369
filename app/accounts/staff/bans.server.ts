import { deletePendingApprovals } from '#app/approvals/approvals.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';
import { publishNotificationsToAll } from '#app/notifications/live.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { accountAudit } from '../audit-kinds.server.ts';
import { BAN_COLUMNS, toBan } from '../ban.server.ts';
import type { BanColumns } from '../ban.server.ts';
import { banOver, notBanned } from './problems.ts';
import type { Ban, NewBan } from './staff.ts';
import { forgetWhenCommitted, lockTarget, notifyAccountOwner, toAuditTarget } from './target.server.ts';

/** Ends all sessions, in every process. Needs staff and a fresh sign-in. @throws Problem 400, 401, 403, 404, 503 */
export async function banAccount(current: Current, userId: string, { reason, until }: NewBan): Promise<Ban> {
  requireRole(current, 'staff');
  requireProof(current);
  const now = current.now();
  if (until !== null && new Date(until) <= now) throw problemAt('until', banOver);
  return inTransaction(current, async (current) => {
    const before = toBan(await lockTarget(current, userId), now);
    const [row] = await current.db.query<BanColumns>(sql`update accounts
      set banned_at = ${now}, banned_until = ${until}, ban_reason = ${reason}
      where user_id = ${userId} returning ${BAN_COLUMNS}`);
    const after = row && toBan(row, now);
    await current.sessions.expireAll(userId, now);
    await deletePendingApprovals(current, userId);
    await notifyAccountOwner(current, userId, 'banned', { reason, ...(until !== null && { until }) });
    await recordAuditEntry(current, accountAudit.ban, { target: toAuditTarget(userId), before, after, reason });
    forgetWhenCommitted(current, userId);
    publishNotificationsToAll(current);
    if (!after) throw new Error('an account that was locked is gone');
    return after;
  });
}

/** Needs staff and a fresh sign-in. @throws Problem 401, 403, 404, 409 when it is not banned, 503 */
export async function liftBan(current: Current, userId: string, reason: string): Promise<void> {
  requireRole(current, 'staff');
  requireProof(current);
  await inTransaction(current, async (current) => {
    const before = toBan(await lockTarget(current, userId), current.now());
    if (!before?.isOn) throw new Problem(notBanned);
    await current.db.query(sql`update accounts set banned_at = null, banned_until = null, ban_reason = null
      where user_id = ${userId}`);
    await notifyAccountOwner(current, userId, 'unbanned');
    await recordAuditEntry(current, accountAudit.unban, { target: toAuditTarget(userId), before, after: null, reason });
    forgetWhenCommitted(current, userId);
    publishNotificationsToAll(current);
  });
}
