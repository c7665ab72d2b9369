import { Form } from 'react-router';

import { LISTS } from '#app/accounts/staff/staff.ts';
import type { AccountList } from '#app/accounts/staff/staff.ts';
import { useText } from '#app/current/locale.ts';
import type { AdminHandle } from '#app/current/page/handle.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { AccountTable } from '../accounts/account-table.tsx';
import { searchAccounts } from '../accounts/search-accounts.server.ts';
import { adminHead } from '../admin-head.server.ts';
import type { Route } from './+types/accounts';

export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const found = await searchAccounts(current, new URL(request.url));
  return { ...found, head: await adminHead(current, 'admin.accounts.name', 'admin.accounts.about') };
});

export const handle: AdminHandle = { crumb: 'admin.accounts.name' };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { text: wanted, list, accounts, next } = loaderData;
  const isSearch = wanted !== '';
  return (
    <div className="space-y-5">
      <h1 className="squiggle text-3xl">{text('admin.accounts.name')}</h1>
      <SearchForm wanted={wanted} />
      <Lists chosen={isSearch ? undefined : list} />
      <AccountTable
        caption={isSearch ? text('admin.accounts.found', { text: wanted }) : text(LIST_NAMES[list])}
        accounts={accounts}
        isSearch={isSearch}
      />
      <Pagination
        label={text('admin.accounts.pages')}
        next={next === undefined ? undefined : { to: `/admin/accounts${next}`, text: text('admin.accounts.more') }}
        link={SiteLink}
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

function Lists({ chosen }: { chosen: AccountList | undefined }) {
  const { text } = useText();
  return (
    <nav aria-label={text('admin.accounts.lists')}>
      <ul className="flex flex-wrap gap-2">
        {LISTS.map((one) => (
          <li key={one}>
            <SiteLink
              to={`/admin/accounts?list=${one}`}
              aria-current={one === chosen ? 'page' : undefined}
              className="label block border-edge! bg-transparent! text-text! no-underline aria-[current]:border-line! aria-[current]:bg-accent! aria-[current]:text-on-accent!"
            >
              {text(LIST_NAMES[one])}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LIST_NAMES = {
  newest: 'admin.accounts.newest',
  team: 'admin.accounts.team',
  banned: 'admin.accounts.banned',
} as const;
