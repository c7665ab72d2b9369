import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { UserType } from '#app/current/browser/session-user.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Role } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

import { findRole } from '../accounts.server.ts';
import { BAN_COLUMNS, toBan } from '../ban.server.ts';
import type { BanColumns } from '../ban.server.ts';
import type { AccountEmail } from '../emails/email.ts';
import { listEmails } from '../emails/emails.server.ts';
import { noAccount } from '../problems.ts';
import type { SecurityEvent } from '../security-log/security-event.ts';
import { listSecurityEvents } from '../security-log/security-log.server.ts';
import { listNotes } from './notes.server.ts';
import { mayActOn, maskForRole } from './rights.ts';
import type { StaffAccount } from './staff.ts';

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getStaffAccount(current: Current, userId: string): Promise<StaffAccount> {
  requireRole(current, 'staff');
  const { role } = current.actor;
  const [row] = await current.db.query<StaffAccountRow>(sql`
    select role, created_at, locale, frozen_at, ${BAN_COLUMNS},
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys
    from accounts where user_id = ${userId}`);
  if (row === undefined) throw new Problem(noAccount);
  const mayAct = mayActOn(role, row.role);
  const [[alias], emails, connections, sessions, notes] = await Promise.all([
    findAliases(current, DEFAULT_CONTEXT, [userId]),
    listEmails(current, userId),
    current.db.query<ConnectionRow>(sql`select platform, name, linked_at from account_identities
      where user_id = ${userId} order by linked_at, platform`),
    mayAct ? current.sessions.list(userId, current.now()) : [],
    mayAct ? listNotes(current, userId) : [],
  ]);
  return {
    userId,
    alias: alias?.alias ?? null,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    locale: row.locale,
    ban: toBan(row, current.now()),
    frozenAt: row.frozen_at?.toISOString() ?? null,
    mayAct,
    passkeys: row.passkeys,
    emails: emails.map((email) => emailFor(role, email)),
    connections: connections.map((connection) => connectionFor(role, connection)),
    sessions: sessions.map(toSession),
    notes,
  };
}

function emailFor(
  role: Role,
  { address, isVerified, isPrimary, addedAt }: AccountEmail,
): StaffAccount['emails'][number] {
  return { address: maskForRole(role, address), isVerified, isPrimary, addedAt: addedAt.toISOString() };
}

function connectionFor(role: Role, { platform, name, linked_at }: ConnectionRow): StaffAccount['connections'][number] {
  return { platform, name: name && maskForRole(role, name), linkedAt: linked_at.toISOString() };
}

function toSession({ loginId, device, createdAt, lastUsedAt }: Session): StaffAccount['sessions'][number] {
  return {
    loginId,
    browser: device.browser ?? null,
    system: device.system ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}

type StaffAccountRow = Pick<Row<'accounts'>, 'created_at' | 'frozen_at' | 'locale'> &
  BanColumns &
  Columns<'accounts', { role: UserType }> & { passkeys: number };

type ConnectionRow = Pick<Row<'account_identities'>, 'platform' | 'name' | 'linked_at'>;

/** None for an account that is not below the actor's role. Needs staff. @throws Problem 401 or 403 */
export async function listUserEvents(current: Current, userId: string, limit: number): Promise<SecurityEvent[]> {
  requireRole(current, 'staff');
  const { role } = current.actor;
  const target = await findRole(current.db, current.rowCache, userId);
  if (target === undefined || !mayActOn(role, target)) return [];
  const { events } = await listSecurityEvents(current, userId, limit);
  return events.map((event) => maskEvent(role, event));
}

/** Below admin addresses are masked, also in the log. */
function maskEvent(role: Role, event: SecurityEvent): SecurityEvent {
  const details = Object.entries(event.details).map(([name, value]) => {
    return [name, typeof value === 'string' ? maskForRole(role, value) : value] as const;
  });
  return { ...event, details: Object.fromEntries(details) };
}
