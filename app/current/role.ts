/** In ascending order (specification §6). */
export const ROLES = ['public', 'authenticated', 'staff', 'admin', 'super'] as const;
export type Role = (typeof ROLES)[number];

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

/** Specification §3. */
export const isStaff = (role: Role): boolean => isAtLeast(role, 'staff');
export const isAdmin = (role: Role): boolean => isAtLeast(role, 'admin');
export const isSuper = (role: Role): boolean => isAtLeast(role, 'super');

/** One may masquerade only as a signed-in role strictly below one's own. */
export function mayMasquerade(own: Role, as: Role): boolean {
  return as !== 'public' && !isAtLeast(as, own);
}
