import { findAccounts } from '#app/accounts/staff/search.server.ts';
import { AccountsQuery } from '#app/accounts/staff/staff.ts';
import type { AccountList, FoundAccount } from '#app/accounts/staff/staff.ts';
import type { Current } from '#app/current/current.server.ts';

interface FoundAccounts {
  /** Empty without a search. */
  readonly text: string;
  readonly list: AccountList;
  readonly accounts: FoundAccount[];
  readonly next: string | undefined;
}

/** Invalid parameters are ignored. */
export async function searchAccounts(current: Current, { searchParams }: URL): Promise<FoundAccounts> {
  const query = accountsQueryFrom(searchParams);
  const { accounts, next } = await findAccounts(current, query);
  return { text: query.text.trim(), list: query.list, accounts, next };
}

function accountsQueryFrom(parameters: URLSearchParams): AccountsQuery {
  const given = Object.fromEntries(
    ['text', 'list', 'limit', 'after'].flatMap((name) => {
      const value = parameters.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  ) as Record<string, string>;
  const query = AccountsQuery.safeParse(given);
  return query.success ? query.data : AccountsQuery.parse({ text: (given.text ?? '').slice(0, 254) });
}
