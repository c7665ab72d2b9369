import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isProduction } from '#app/current/stage.ts';

/** The full documentation is for everyone, except on production, where it is for staff. @throws Problem 401 or 403 */
export function requireDocsReader(current: Current): void {
  if (isProduction(current.stage)) requireRole(current, 'staff');
}
