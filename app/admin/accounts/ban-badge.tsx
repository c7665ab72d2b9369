import type { Ban } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

export function BanBadge({ ban }: { ban: Ban | null }) {
  const { text, richText } = useText();
  if (ban === null) return <span className="text-sm text-muted">{text('admin.state.fine')}</span>;
  if (!ban.isOn) return <Badge>{text('admin.state.banOver')}</Badge>;
  const end =
    ban.until === null
      ? text('admin.state.banned')
      : richText('admin.state.bannedUntil', { end: <LocalTime at={ban.until} isDay /> });
  return (
    <Badge tone="danger">
      <span>{end}</span>
    </Badge>
  );
}
