import { findAliases } from '#app/aliases/aliases.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';

import type { UserType } from '../account.ts';
import { findMatches } from './matches.server.ts';
import type { Matches } from './matches.server.ts';
import type { AccountList, AccountsQuery, FoundAccount, Match } from './staff.ts';
import { maskForRole } from './rights.ts';
import { banOf } from './target.server.ts';
import type { BanColumns } from './target.server.ts';

export interface AccountSearchPage {
  accounts: FoundAccount[];
  /** The lookup code to go on after, when there are more. */
  next?: string;
}

/**
 * Finds accounts by lookup code, by alias in any context and by address, claimed ones too: what matches as a whole
 * first, then what begins so, by lookup code. Without a text one of the lists. Below admin an address is found as a
 * whole only, and told masked. Needs staff. @throws Problem 401 or 403
 */
export async function findAccounts(current: Current, query: AccountsQuery): Promise<AccountSearchPage> {
  requireRole(current, 'staff');
  const text = query.text.trim();
  if (text === '') return listAccounts(current, query);
  const { whole, beginning, next } = await findMatches(current, text, query.limit, query.after);
  const found = new Map([...(query.after === undefined ? whole : []), ...beginning]);
  const rows = await current.db.query<FoundAccountRow>(BY_ID, [[...found.keys()]]);
  const rowOf = new Map(rows.map((row) => [row.user_id, row]));
  const inOrder = [...found.keys()].map((userId) => rowOf.get(userId)).filter((row) => row !== undefined);
  return { accounts: await describeAccounts(current, inOrder, found), ...(next !== undefined && { next }) };
}

async function listAccounts(current: Current, { list, limit, after }: AccountsQuery): Promise<AccountSearchPage> {
  const rows = await current.db.query<FoundAccountRow>(LISTS[list], [limit + 1, after ?? null]);
  const accounts = await describeAccounts(current, rows.slice(0, limit), new Map());
  const last = accounts.at(-1);
  return { accounts, ...(last && rows.length > limit && { next: last.userId }) };
}

async function describeAccounts(current: Current, rows: FoundAccountRow[], found: Matches): Promise<FoundAccount[]> {
  const ids = rows.map(({ user_id }) => user_id);
  const aliases = new Map(
    (await findAliases(current, DEFAULT_CONTEXT, ids)).map(({ userId, alias }) => [userId, alias]),
  );
  return rows.map((row) => ({
    userId: row.user_id,
    alias: aliases.get(row.user_id) ?? null,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    ban: banOf(row, current.now()),
    match: visibleMatch(current, found.get(row.user_id)),
  }));
}

function visibleMatch({ actor }: Current, match: Match | undefined): Match | null {
  if (match === undefined) return null;
  return { ...match, text: maskForRole(actor.role, match.text) };
}

interface FoundAccountRow extends BanColumns {
  user_id: string;
  role: UserType;
  created_at: Date;
}

const COLUMNS = 'user_id, role, created_at, banned_at, banned_until, ban_reason';
/** Behind every id, as the bytes are sorted. */
const AFTER_ALL = 'coalesce($2::text, chr(1114111))';
const BY_ID = { name: 'accounts_by_id', text: `select ${COLUMNS} from accounts where user_id = any($1::text[])` };
/** Without a place to go on from it begins before all; from an account that has left the list nothing goes on. */
const LISTS: Record<AccountList, { name: string; text: string }> = {
  newest: {
    name: 'accounts_newest',
    text: `select ${COLUMNS} from accounts
      where (created_at, user_id) < (${placeOf('created_at', `'infinity'::timestamptz`)}, ${AFTER_ALL})
      order by created_at desc, user_id desc limit $1`,
  },
  team: {
    name: 'accounts_team',
    text: `select ${COLUMNS} from accounts
      where role <> 'authenticated' and (role, user_id) > (${placeOf('role', `''`)}, coalesce($2::text, ''))
      order by role, user_id limit $1`,
  },
  banned: {
    name: 'accounts_banned',
    text: `select ${COLUMNS} from accounts
      where banned_at is not null
        and (banned_at, user_id) < (${placeOf('banned_at', `'infinity'::timestamptz`)}, ${AFTER_ALL})
      order by banned_at desc, user_id desc limit $1`,
  },
};

/** What the column holds of the account after which to go on, in a form that an index can begin at. */
function placeOf(column: string, start: string): string {
  return `case when $2::text is null then ${start} else
    (select last.${column} from accounts last where last.user_id = $2) end`;
}
