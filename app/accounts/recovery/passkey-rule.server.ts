import type { Current } from '#app/current/current.server.ts';
import { ROLES, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { findRole } from '../accounts.server.ts';
import { passkeyFirst } from '../problems.ts';

type PasskeyRule = Pick<Current['config'], 'PASSKEY_ROLE'>;

/** The role that a session acts in: below the one that wants a passkey, until it has been proved by one. */
export function roleByProof({ PASSKEY_ROLE: least }: PasskeyRule, role: Role, isByPasskey: boolean): Role {
  if (least === 'off' || isByPasskey || !isAtLeast(role, least)) return role;
  return ROLES[ROLES.indexOf(least) - 1] ?? 'public';
}

/** Whether the role of an account wants a passkey. */
export async function mustHavePasskey({ config, db, rowCache }: Current, userId: string): Promise<boolean> {
  if (config.PASSKEY_ROLE === 'off') return false;
  const role = await findRole(db, rowCache, userId);
  return role !== undefined && isAtLeast(role, config.PASSKEY_ROLE);
}

/**
 * Whoever must have a passkey and has one shows it before they add or remove any, or an address, of which the undo takes away
 * passkeys: a mail alone lets nobody in. @throws Problem 403
 */
export async function requirePasskeyByRule(current: Current, userId: string): Promise<void> {
  if (current.actor.isByPasskey || !(await mustHavePasskey(current, userId))) return;
  const [passkey] = await current.db.query(sql`select 1 as found from passkeys where user_id = ${userId} limit 1`);
  if (passkey !== undefined) throw new Problem(passkeyFirst);
}
