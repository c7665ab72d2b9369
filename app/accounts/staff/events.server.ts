import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Role } from '#app/current/role.ts';

import { findRole } from '../accounts.server.ts';
import type { SecurityEvent } from '../security-log/security-event.ts';
import { listSecurityEvents } from '../security-log/security-log.server.ts';
import { mayActOn, maskForRole } from './rights.ts';

/** None for an account that is not below the actor's role. Needs staff. @throws Problem 401 or 403 */
export async function listEventsOf(current: Current, userId: string, limit: number): Promise<SecurityEvent[]> {
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
