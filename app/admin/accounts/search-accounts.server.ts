import { findAccounts } from '#app/accounts/staff/search.server.ts';
import { AccountsQuery } from '#app/accounts/staff/staff.ts';
import type { Current } from '#app/current/current.server.ts';

import type { FoundAccounts } from './found-accounts.ts';

/** The accounts that the address of the page asks for; what cannot be asked is asked as if it were left out. */
export async function searchAccounts(current: Current, { searchParams }: URL): Promise<FoundAccounts> {
  const query = accountsQueryFrom(searchParams);
  const { accounts, next } = await findAccounts(current, query);
  const text = query.text.trim();
  if (next === undefined) return { text, list: query.list, accounts, next };
  const onwards = new URLSearchParams(text === '' ? { list: query.list } : { text });
  onwards.set('after', next);
  return { text, list: query.list, accounts, next: `?${onwards}` };
}

function accountsQueryFrom(parameters: URLSearchParams): AccountsQuery {
  const wanted = Object.fromEntries(
    ['text', 'list', 'limit', 'after'].flatMap((name) => {
      const value = parameters.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  ) as Record<string, string>;
  const asked = AccountsQuery.safeParse(wanted);
  return asked.success ? asked.data : AccountsQuery.parse({ text: (wanted.text ?? '').slice(0, 254) });
}
