import type { UserType } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';

export function RoleBadge({ role }: { role: UserType }) {
  const { text } = useText();
  return <Badge tone={role === 'authenticated' ? 'plain' : 'loud'}>{text('shell.account.role', { role })}</Badge>;
}
