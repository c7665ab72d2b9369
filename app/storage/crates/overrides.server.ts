import { recordDeed } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAtLeast } from '#app/current/role.ts';

import { refuseIn } from './access.server.ts';
import type { Crate } from './crate.ts';
import { accessTo, fullAccess } from './policy.ts';
import type { Access, Action } from './policy.ts';

/**
 * The rule of an action for the asker, or everything when staff override it.
 * @throws Problem 401, 403 or, where they may see nothing of the crate, 404 for an override by anyone whose effective role
 * is below staff
 */
export function accessFor(
  current: Current,
  crate: Crate,
  action: Action,
  { direct = true, override = false } = {},
): Access {
  if (!override) return accessTo(crate.policy, action, current.actor, direct);
  if (!isAtLeast(current.actor.role, 'staff')) refuseIn(current, crate);
  return fullAccess(current.actor);
}

/** Notes in the audit that staff have overridden the rules of a crate. */
export async function recordOverride(
  current: Current,
  action: Action,
  target: string,
  before?: unknown,
): Promise<void> {
  await recordDeed(current, { action: `item.${action}.override`, target, before });
}
