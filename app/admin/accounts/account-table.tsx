import type { AccountList, FoundAccount } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { BanBadge } from './ban-badge.tsx';
import { RoleBadge } from './role-badge.tsx';

export const LIST_NAMES = {
  newest: 'admin.accounts.newest',
  team: 'admin.accounts.team',
  banned: 'admin.accounts.banned',
} as const satisfies Readonly<Record<AccountList, TextKey>>;

export const ACCOUNTS = {
  toKey: ({ userId }) => userId,
  columns: [
    { id: 'who', header: 'admin.accounts.who', cell: (account) => <AccountLink account={account} /> },
    { id: 'role', header: 'admin.accounts.role', cell: ({ role }) => <RoleBadge role={role} /> },
    { id: 'state', header: 'admin.accounts.state', cell: ({ ban }) => <BanBadge ban={ban} /> },
    { id: 'since', header: 'admin.accounts.since', cell: ({ createdAt }) => <LocalTime at={createdAt} isDay /> },
  ],
  empty: 'admin.accounts.nobody',
  filter: { query: 'list', title: 'admin.accounts.lists', choices: LIST_NAMES },
  pages: { title: 'admin.accounts.pages', cursor: 'after', next: 'admin.accounts.more' },
} as const satisfies ListKind<FoundAccount>;

/** Of a search, with what it has met. */
export const FOUND_ACCOUNTS: ListKind<FoundAccount> = {
  ...ACCOUNTS,
  columns: [
    ...ACCOUNTS.columns,
    { id: 'match', header: 'admin.accounts.match', cell: (account) => <MatchText {...account} /> },
  ],
};

function AccountLink({ account: { userId, alias } }: { account: FoundAccount }) {
  return (
    <SiteLink to={`/admin/accounts/${userId}`} prefetch="intent" className="font-extrabold text-link underline">
      <span lang="zxx">{alias ?? `@${userId}`}</span>
      {alias !== null && (
        <span lang="zxx" className="ms-2 font-mono text-sm font-normal">
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
