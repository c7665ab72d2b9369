import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { decodeHeader } from '#lib/http/header-text.server.ts';
import { Problem } from '#lib/problem.ts';

import { itemAudit } from '../audit-kinds.server.ts';
import { invalidReason } from '../problems.ts';
import { refuseAccess } from './access.server.ts';
import type { Crate } from './crate.ts';
import { accessTo, allowsNothing } from './policy.ts';
import type { Access, Action } from './policy.ts';

const MAX_REASON = 500;

/** @throws Problem 401, 403 or 404 for an override below staff or without a grant, 400 for a malformed reason */
export function accessFor(
  current: Current,
  crate: Crate,
  action: Action,
  { direct = true, override = false } = {},
): Access {
  if (!override) return accessTo(crate.policy, action, current.actor, direct);
  const access = accessTo(crate.policy, 'override', current.actor, true);
  if (allowsNothing(access)) refuseAccess(current, crate);
  readReason(current);
  return access;
}

export async function recordOverride(
  current: Current,
  action: 'read' | 'delete' | 'list',
  target: string,
  before?: unknown,
  after?: unknown,
): Promise<void> {
  await recordAuditEntry(current, itemAudit[`${action}.override`], {
    target,
    before,
    after,
    reason: readReason(current),
  });
}

/** @throws Problem 400 for what is no percent-encoded text on one line */
function readReason({ overrideReason }: Current): string | undefined {
  if (overrideReason === null || overrideReason === '') return undefined;
  const reason = decodeHeader(overrideReason);
  if (reason === undefined || reason.length > MAX_REASON || /\p{Cc}/u.test(reason)) throw new Problem(invalidReason);
  return reason;
}
