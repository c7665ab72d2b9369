import { isAdmin, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

import { maskEmail } from '../emails/email.ts';

/** Staff act on accounts below their own role, or below that of their masquerade. */
export function mayActOn(actor: Role, target: Role): boolean {
  return isAtLeast(actor, 'staff') && !isAtLeast(target, actor);
}

/** Masks a text that may be an address, such as a name at a provider, for everyone below admin. */
export function maskForRole(actor: Role, text: string): string {
  return isAdmin(actor) || !text.includes('@') ? text : maskEmail(text);
}
