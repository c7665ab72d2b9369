import type { TextKey } from '#app/current/locale.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

export interface AdminPlace {
  readonly to: string;
  readonly name: TextKey;
  readonly about: TextKey;
  readonly least: Role;
}

const PLACES: readonly AdminPlace[] = [
  { to: '/admin', name: 'admin.home.name', about: 'admin.home.about', least: 'staff' },
  { to: '/admin/accounts', name: 'admin.accounts.name', about: 'admin.accounts.about', least: 'staff' },
  { to: '/admin/api', name: 'admin.tester.name', about: 'admin.tester.about', least: 'staff' },
  { to: '/admin/telegrams', name: 'campaigns.home.name', about: 'campaigns.home.about', least: 'staff' },
  { to: '/admin/telegrams/campaigns', name: 'campaigns.list.name', about: 'campaigns.list.about', least: 'staff' },
  {
    to: '/admin/telegrams/templates',
    name: 'campaigns.templates.name',
    about: 'campaigns.templates.about',
    least: 'staff',
  },
  { to: '/admin/mailbox', name: 'mailbox.write.name', about: 'mailbox.write.about', least: 'staff' },
  { to: '/admin/alias-moderation', name: 'admin.moderation.name', about: 'admin.moderation.about', least: 'staff' },
];

export function placesFor({ role }: { readonly role: Role }): string[] {
  return PLACES.filter(({ least }) => isAtLeast(role, least)).map(({ to }) => to);
}

export function placesAt(paths: readonly string[]): AdminPlace[] {
  return PLACES.filter(({ to }) => paths.includes(to));
}
