import type { UserType } from '#app/current/browser/session-user.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { Role } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import type { CachedRows } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import type { EventDetails, SecurityEventKind } from '../security-log/security-event.ts';
import { sendNoticeLater } from '../notices.server.ts';
import { noAccount } from '../problems.ts';
import { mayActOn } from './rights.ts';
import type { Ban } from './staff.ts';

export type BanColumns = Pick<Row<'accounts'>, 'banned_at' | 'banned_until' | 'ban_reason'>;

/**
 * Holds an account for an act of staff until the transaction is over, so that its role stays what was judged.
 * @throws Problem 401 or 403 when the asker is not staff, or the account not below them, 404 when there is none
 */
export async function lockTarget(current: Current, userId: string): Promise<BanColumns> {
  requireStaff(current, 'authenticated');
  const [target] = await current.db.query<BanColumns & { role: UserType }>(sql`
    select role, banned_at, banned_until, ban_reason from accounts where user_id = ${userId} for no key update`);
  if (target === undefined) throw new Problem(noAccount);
  requireStaff(current, target.role);
  return target;
}

/** The ban in the columns of an account, when there is or was one. */
export function banOf({ banned_at, banned_until, ban_reason }: BanColumns, now: Date): Ban | null {
  if (banned_at === null) return null;
  const isOn = banned_until === null || banned_until > now;
  return { at: banned_at.toISOString(), until: banned_until?.toISOString() ?? null, reason: ban_reason, isOn };
}

/** What every process remembers of an account is told by the database; this one reads its own writes. */
export function forgetWhenCommitted({ db, rowCache }: Pick<Current, 'db' | 'rowCache'>, userId: string): void {
  db.whenCommitted(() => rowCache.forget(ACCOUNT, userId));
}

/** Notes for its owner what staff have done to an account; with which device is not the owner's to read. */
export async function noteForOwner(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  details: EventDetails = {},
): Promise<void> {
  await noteSecurityEvent({ ...current, browser: NO_BROWSER_DETAILS }, userId, kind, details);
}

/**
 * As `noteForOwner`, and tells its owner by mail.
 * @param details of a ban also its `reason`, and its end `until` (ISO 8601), which the mail alone tells
 * @throws Problem 503 when the mail cannot be queued
 */
export async function notifyAccountOwner(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  details: EventDetails = {},
): Promise<void> {
  await noteForOwner(current, userId, kind, details);
  await sendNoticeLater({ ...current, browser: NO_BROWSER_DETAILS }, userId, kind, details);
}

const NO_BROWSER_DETAILS = { userAgent: null, cookies: {} };

export const targetOf = (userId: string): string => `account/${userId}`;

const ACCOUNT: CachedRows<unknown> = { topic: 'account' };

function requireStaff(current: Current, target: Role): void {
  if (!mayActOn(current.actor.role, target)) refuse(current);
}
