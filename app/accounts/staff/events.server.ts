import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';

import { maskEmail } from '../emails/email.ts';
import { isSecurityEventKind } from '../security-log/security-event.ts';
import type { EventDetails, SecurityEvent } from '../security-log/security-event.ts';

/** The latest of what happened to an account. Needs staff. @throws Problem 401 or 403 */
export async function listEventsOf(current: Current, userId: string, limit: number): Promise<SecurityEvent[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<EventRow>(SELECT, [userId, limit]);
  return rows.flatMap(({ event_id, kind, browser, system, ...row }) => {
    if (!isSecurityEventKind(kind)) return [];
    const device = { browser: browser ?? undefined, system: system ?? undefined };
    const details = isAdmin(current.actor.role) ? row.details : masked(row.details);
    return [{ eventId: Number(event_id), kind, at: row.at, details, ...device }];
  });
}

/** Below admin addresses are told masked, and the log is no way around that. */
function masked({ address, ...details }: EventDetails): EventDetails {
  return typeof address === 'string' ? { ...details, address: maskEmail(address) } : details;
}

interface EventRow {
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
