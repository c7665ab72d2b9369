import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { invalidReason } from '../problems.ts';
import { refuseAccess } from './access.server.ts';
import type { Crate } from './crate.ts';
import { accessTo, allowsNothing } from './policy.ts';
import type { Access, Action } from './policy.ts';

const MAX_REASON = 500;

/**
 * The rule of an action for the asker, or that of overriding, for which staff may say why.
 * @throws Problem 401, 403 or, where they may see nothing of the crate, 404 for an override by anyone whom the rule does
 * not name or whose effective role is below staff; 400 for a reason that is none
 */
export function accessFor(
  current: Current,
  crate: Crate,
  action: Action,
  { direct = true, override = false } = {},
): Access {
  if (!override) return accessTo(crate.policy, action, current.actor, direct);
  const access = accessTo(crate.policy, 'override', current.actor, true);
  if (allowsNothing(access)) refuseAccess(current, crate);
  reasonOf(current);
  return access;
}

/** Notes in the audit that staff have overridden the rules of a crate, what it changed, and why, in their words. */
export async function recordOverride(
  current: Current,
  action: Action,
  target: string,
  before?: unknown,
  after?: unknown,
): Promise<void> {
  await recordAuditEntry(current, {
    action: `item.${action}.override`,
    target,
    before,
    after,
    reason: reasonOf(current),
  });
}

/** The header Rumpus-Override-Reason: percent-encoded text. @throws Problem 400 */
function reasonOf({ overrideReason }: Current): string | undefined {
  if (overrideReason === null || overrideReason === '') return undefined;
  const reason = decodeReason(overrideReason);
  if (reason.length > MAX_REASON || /\p{Cc}/u.test(reason)) throw new Problem(invalidReason);
  return reason;
}

function decodeReason(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    throw new Problem(invalidReason);
  }
}
