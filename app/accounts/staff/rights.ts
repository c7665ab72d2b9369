import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

/** Staff act on accounts below their own role. The role that counts is the masquerade's, when there is one. */
export function mayActOn(actor: Role, target: Role): boolean {
  return isAtLeast(actor, 'staff') && !isAtLeast(target, actor);
}
