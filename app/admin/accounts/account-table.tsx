import type { FoundAccount } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Table } from '#lib/ui/table.tsx';
import type { Column } from '#lib/ui/table.tsx';

import { BanBadge } from './ban-badge.tsx';
import { RoleBadge } from './role-badge.tsx';

interface AccountTableProps {
  caption: string;
  accounts: readonly FoundAccount[];
  isSearch: boolean;
}

export function AccountTable({ caption, accounts, isSearch }: AccountTableProps) {
  const { text } = useText();
  const columns: Column<FoundAccount>[] = [
    { id: 'who', header: text('admin.accounts.who'), cell: (account) => <AccountLink account={account} /> },
    { id: 'role', header: text('admin.accounts.role'), cell: ({ role }) => <RoleBadge role={role} /> },
    { id: 'state', header: text('admin.accounts.state'), cell: ({ ban }) => <BanBadge ban={ban} /> },
    { id: 'since', header: text('admin.accounts.since'), cell: ({ createdAt }) => <LocalTime at={createdAt} isDay /> },
    ...(isSearch
      ? [
          {
            id: 'match',
            header: text('admin.accounts.match'),
            cell: (account: FoundAccount) => <MatchText {...account} />,
          },
        ]
      : []),
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={accounts}
      keyOf={({ userId }) => userId}
      empty={text('admin.accounts.nobody')}
    />
  );
}

function AccountLink({ account: { userId, alias } }: { account: FoundAccount }) {
  return (
    <SiteLink to={`/admin/accounts/${userId}`} prefetch="intent" className="font-extrabold text-link underline">
      <span lang="zxx">{alias ?? `@${userId}`}</span>
      {alias !== null && (
        <span lang="zxx" className="block font-mono text-sm font-normal">
          {`@${userId}`}
        </span>
      )}
    </SiteLink>
  );
}

function MatchText({ match }: Pick<FoundAccount, 'match'>) {
  const { text } = useText();
  if (match === null) return null;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-muted">{text(MATCHES[match.by])}</span>
      <span lang="zxx" className="font-bold wrap-anywhere">
        {match.text}
      </span>
      {match.isClaim && <Badge>{text(match.by === 'alias' ? 'admin.accounts.former' : 'admin.accounts.claim')}</Badge>}
    </span>
  );
}

const MATCHES = {
  lookupCode: 'admin.accounts.byLookupCode',
  alias: 'admin.accounts.byAlias',
  email: 'admin.accounts.byEmail',
} as const;
