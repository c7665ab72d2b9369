import type { TextKey } from '#app/current/locale.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { hasScreen } from '#app/current/page/screens.ts';

export interface AdminPlace {
  readonly to: string;
  readonly name: TextKey;
  /** What one does there, in a sentence. */
  readonly about: TextKey;
  /** Who may use it: the role that its deeds want. */
  readonly least: Role;
}

/** Every screen that the navigation of the admin area leads to. */
const PLACES: readonly AdminPlace[] = [
  { to: '/admin', name: 'admin.home.name', about: 'admin.home.about', least: 'staff' },
  { to: '/admin/accounts', name: 'admin.accounts.name', about: 'admin.accounts.about', least: 'staff' },
  { to: '/admin/alias-moderation', name: 'admin.moderation.name', about: 'admin.moderation.about', least: 'staff' },
];

/** The paths of the existing places that the viewer may use. */
export function placesFor({ role }: { readonly role: Role }): string[] {
  return PLACES.filter(({ to, least }) => isAtLeast(role, least) && hasScreen(to)).map(({ to }) => to);
}

/** The places at these addresses. */
export function placesAt(paths: readonly string[]): AdminPlace[] {
  return PLACES.filter(({ to }) => paths.includes(to));
}
