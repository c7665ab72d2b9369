import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Role } from '#app/current/role.ts';

import { findRole } from '../accounts.server.ts';
import { isSecurityEventKind } from '../security-log/security-event.ts';
import type { EventDetails, SecurityEvent } from '../security-log/security-event.ts';
import { mayActOn, maskForRole } from './rights.ts';

/**
 * The latest of what happened to an account below the asker's role, and nothing of any other. Needs staff.
 * @throws Problem 401 or 403
 */
export async function listEventsOf(current: Current, userId: string, limit: number): Promise<SecurityEvent[]> {
  requireRole(current, 'staff');
  const { role } = current.actor;
  const target = await findRole(current.db, current.rowCache, userId);
  if (target === undefined || !mayActOn(role, target)) return [];
  const rows = await current.db.query<AccountEventRow>(SELECT, [userId, limit]);
  return rows.flatMap(({ event_id, kind, browser, system, ...row }) => {
    if (!isSecurityEventKind(kind)) return [];
    const device = { browser: browser ?? undefined, system: system ?? undefined };
    return [{ eventId: Number(event_id), kind, at: row.at, details: detailsFor(role, row.details), ...device }];
  });
}

/** Below admin addresses are told masked, and the log is no way around that. */
function detailsFor(role: Role, details: EventDetails): EventDetails {
  const told = Object.entries(details).map(([name, value]) => {
    return [name, typeof value === 'string' ? maskForRole(role, value) : value] as const;
  });
  return Object.fromEntries(told);
}

interface AccountEventRow {
  event_id: string;
  at: Date;
  kind: string;
  details: EventDetails;
  browser: string | null;
  system: string | null;
}

const SELECT = {
  name: 'staff_security_events',
  text: `select event_id, at, kind, details, browser, system from security_events where user_id = $1
    order by event_id desc limit $2`,
};
