import type { UserType } from '#app/current/browser/session-user.ts';
import { Badge } from '#lib/ui/badge.tsx';

/** A role by its name, which is the same word in every language. */
export function RoleBadge({ role }: { role: UserType }) {
  return (
    <Badge tone={role === 'authenticated' ? 'plain' : 'loud'}>
      <span lang="en">{role}</span>
    </Badge>
  );
}
