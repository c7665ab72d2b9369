import type { UserType } from '#app/current/browser/session-user.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { Role } from '#app/current/role.ts';
import type { Columns } from '#database/rows.ts';
import type { CachedRows } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { BAN_COLUMNS } from '../ban.server.ts';
import type { BanColumns } from '../ban.server.ts';
import { sendNoticeLater } from '../notices.server.ts';
import { noAccount } from '../problems.ts';
import type { EventDetails, SecurityEventKind } from '../security-log/security-event.ts';
import { UNKNOWN_BROWSER, noteSecurityEvent } from '../security-log/security-log.server.ts';
import { mayActOn } from './rights.ts';

/** Until the end of the transaction, so that its role does not change meanwhile. @throws Problem 401, 403, 404 */
export async function lockTarget(current: Current, userId: string): Promise<BanColumns> {
  requireStaff(current, 'authenticated');
  const [target] = await current.db.query<BanColumns & Columns<'accounts', { role: UserType }>>(sql`
    select role, ${BAN_COLUMNS} from accounts where user_id = ${userId} for no key update`);
  if (target === undefined) throw new Problem(noAccount);
  requireStaff(current, target.role);
  return target;
}

/** A notification of the database clears the cache of every process; this one must read its own writes at once. */
export function forgetWhenCommitted({ db, rowCache }: Pick<Current, 'db' | 'rowCache'>, userId: string): void {
  db.whenCommitted(() => rowCache.forget(ACCOUNT, userId));
}

/** In the account's log, without the device of staff. */
export async function noteForOwner(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  details: EventDetails = {},
): Promise<void> {
  await noteSecurityEvent({ ...current, browser: UNKNOWN_BROWSER }, userId, kind, details);
}

/** As `noteForOwner`, and by mail with the `until` (ISO 8601) of a ban. @throws Problem 503 when it cannot be queued */
export async function notifyAccountOwner(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  details: EventDetails = {},
): Promise<void> {
  await noteForOwner(current, userId, kind, details);
  await sendNoticeLater({ ...current, browser: UNKNOWN_BROWSER }, userId, kind, details);
}

export const toAuditTarget = (userId: string): string => `account/${userId}`;

const ACCOUNT: CachedRows<unknown> = { topic: 'account' };

function requireStaff(current: Current, target: Role): void {
  if (!mayActOn(current.actor.role, target)) refuse(current);
}
