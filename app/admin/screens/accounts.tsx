import { useText } from '#app/current/locale.ts';
import { List, ListFilter, ListHeader, ListSearch } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';

import { ACCOUNTS, FOUND_ACCOUNTS, LIST_NAMES } from '../accounts/account-table.tsx';
import { searchAccounts } from '../accounts/search-accounts.server.ts';
import { adminHead } from '../admin-head.server.ts';
import type { Route } from './+types/accounts';

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const found = await searchAccounts(current, new URL(request.url));
  return { ...found, head: await adminHead(current, 'admin.accounts.name', 'admin.accounts.about') };
});

const PATH = '/admin/accounts';

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { text: wanted, list, accounts, next } = loaderData;
  const isSearch = wanted !== '';
  return (
    <div className="space-y-2">
      <ListHeader title={text('admin.accounts.name')}>
        <ListFilter of={ACCOUNTS} path={PATH} chosen={isSearch ? undefined : list} />
        <ListSearch
          name="text"
          value={wanted}
          label={text('admin.accounts.search')}
          hint={text('admin.accounts.searchHint')}
          submit={text('admin.accounts.find')}
          maxLength={254}
        />
      </ListHeader>
      <List
        of={isSearch ? FOUND_ACCOUNTS : ACCOUNTS}
        caption={isSearch ? text('admin.accounts.found', { text: wanted }) : text(LIST_NAMES[list])}
        rows={accounts}
        address={withQuery(PATH, isSearch ? { text: wanted } : { list })}
        next={next}
      />
    </div>
  );
}
