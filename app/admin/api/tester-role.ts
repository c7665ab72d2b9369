import { ROLES, isAtLeast, mayMasquerade } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

export const TESTER_HEADER = 'Rumpus-Tester-Token';
export const TESTER_MINUTES = 10;

export interface TesterToken {
  readonly token: string;
  readonly role: Role;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Those that a token may have: signed in, and strictly below one's own. */
export function testerRoles(own: Role): Role[] {
  return ROLES.filter((role) => isAtLeast(role, 'authenticated') && mayMasquerade(own, role));
}
