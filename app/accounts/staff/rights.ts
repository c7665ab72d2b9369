import { isAdmin, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

import { maskEmail } from '../emails/email.ts';

/** Staff act on accounts below their own role. The role that counts is the masquerade's, when there is one. */
export function mayActOn(actor: Role, target: Role): boolean {
  return isAtLeast(actor, 'staff') && !isAtLeast(target, actor);
}

/** A text that may be an address, such as what a service calls somebody: below admin it is told masked. */
export function maskForRole(actor: Role, text: string): string {
  return isAdmin(actor) || !text.includes('@') ? text : maskEmail(text);
}
