import type { AppKeyFigures } from '#app/apps/app.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Table } from '#lib/ui/table.tsx';

import { Count, LastUse } from './apps-table.tsx';

/** The keys of one app, those that have ended too. */
export function KeyTable({ keys }: { readonly keys: readonly AppKeyFigures[] }) {
  const { text } = useText();
  return (
    <Table
      caption={text('admin.apps.keysOfApp')}
      rows={keys}
      toKey={({ keyId }) => keyId}
      empty={text('admin.apps.noKeys')}
      columns={[
        { id: 'name', header: text('admin.apps.keyName'), cell: (key) => <KeyLink listed={key} /> },
        { id: 'start', header: text('admin.apps.keyStart'), cell: (key) => <KeyStart {...key} /> },
        { id: 'state', header: text('admin.apps.keyState'), cell: (key) => <KeyState listed={key} /> },
        { id: 'used', header: text('admin.apps.used'), cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
        {
          id: 'calls',
          header: text('admin.apps.callsOfDay'),
          cell: ({ day }) => <Count value={day.calls} />,
          isNumber: true,
        },
        {
          id: 'errors',
          header: text('admin.apps.errorsOfDay'),
          cell: ({ day }) => <Count value={day.errors} />,
          isNumber: true,
        },
        { id: 'peak', header: text('admin.apps.peak'), cell: (key) => <NearLimit {...key} />, isNumber: true },
      ]}
    />
  );
}

function KeyLink({ listed: { appId, keyId, name } }: { readonly listed: AppKeyFigures }) {
  return (
    <SiteLink to={`/admin/apps/${appId}/keys/${keyId}`} className="font-extrabold text-link underline">
      <span lang="zxx">{name}</span>
    </SiteLink>
  );
}

export function KeyStart({ start }: Pick<AppKeyFigures, 'start'>) {
  const { text } = useText();
  if (start === null) return text('admin.apps.startUnknown');
  return (
    <code lang="zxx" className="text-sm">
      {`${start}…`}
    </code>
  );
}

export function KeyState({
  listed: { revokedAt, hasExpired, replacedBy, expiresAt },
}: {
  readonly listed: AppKeyFigures;
}) {
  const { text, richText } = useText();
  if (revokedAt !== null) return <Badge tone="danger">{text('admin.apps.revoked')}</Badge>;
  if (hasExpired) return <Badge tone="danger">{text('keys.list.expired')}</Badge>;
  if (expiresAt === null) return text('keys.list.lasts');
  const ends = { end: <LocalTime at={expiresAt} /> };
  return replacedBy === null ? richText('admin.apps.until', ends) : richText('admin.apps.replacedUntil', ends);
}

/** The calls of the busiest minute, and how much of the key's own limit that is. */
export function NearLimit({ peak, callsPerMinute }: Pick<AppKeyFigures, 'peak' | 'callsPerMinute'>) {
  const { text, formatNumber } = useText();
  if (callsPerMinute === null) return formatNumber(peak);
  return text('admin.apps.near', {
    peak,
    limit: callsPerMinute,
    share: formatNumber(peak / callsPerMinute, { style: 'percent', maximumFractionDigits: 0 }),
  });
}
