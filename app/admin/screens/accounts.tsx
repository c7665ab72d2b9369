import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

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
    <div className="space-y-5">
      <h1 className="squiggle text-3xl">{text('admin.accounts.name')}</h1>
      <SearchForm wanted={wanted} />
      <ListFilter of={ACCOUNTS} path={PATH} chosen={isSearch ? undefined : list} />
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

function SearchForm({ wanted }: { wanted: string }) {
  const { text } = useText();
  return (
    <search id="search">
      <Form method="get" className="flex flex-wrap items-start gap-3">
        <Field
          key={wanted}
          type="search"
          name="text"
          label={text('admin.accounts.search')}
          hint={text('admin.accounts.searchHint')}
          defaultValue={wanted}
          maxLength={254}
          autoCapitalize="off"
          spellCheck={false}
          className="min-w-0 grow basis-72"
        />
        <Button type="submit" kind="loud" className="sm:mt-8">
          {text('admin.accounts.find')}
        </Button>
      </Form>
    </search>
  );
}
