import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { UserType } from '#app/current/browser/session-user.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { BAN_COLUMNS, toBan } from '../ban.server.ts';
import type { BanColumns } from '../ban.server.ts';
import { findMatches } from './matches.server.ts';
import type { Matches } from './matches.server.ts';
import { maskForRole } from './rights.ts';
import type { AccountList, AccountsQuery, FoundAccount, Match } from './staff.ts';

interface AccountSearchPage {
  accounts: FoundAccount[];
  next?: string;
}

/** Whole matches, then prefixes. Below admin addresses match whole only. Needs staff. @throws Problem 401 or 403 */
export async function findAccounts(current: Current, query: AccountsQuery): Promise<AccountSearchPage> {
  requireRole(current, 'staff');
  const text = query.text.trim();
  if (text === '') return listAccounts(current, query);
  const { whole, beginning, next } = await findMatches(current, text, query.limit, query.after);
  const found = new Map([...(query.after === undefined ? whole : []), ...beginning]);
  const rows = await current.db.query<FoundAccountRow>(sql`select ${COLUMNS} from accounts
    where user_id = any(${[...found.keys()]}::text[])`);
  const rowByUserId = new Map(rows.map((row) => [row.user_id, row]));
  const inOrder = [...found.keys()].map((userId) => rowByUserId.get(userId)).filter((row) => row !== undefined);
  return { accounts: await describeAccounts(current, inOrder, found), ...(next !== undefined && { next }) };
}

async function listAccounts(current: Current, { list, limit, after }: AccountsQuery): Promise<AccountSearchPage> {
  const { filter, column, next, direction } = LISTS[list];
  const position = sql`(select last.${column} from accounts last where last.user_id = ${after ?? null})`;
  const rows = await current.db.query<FoundAccountRow>(sql`select ${COLUMNS} from accounts
    where ${filter} ${after === undefined ? sql.empty : sql`and (${column}, user_id) ${next} (${position}, ${after})`}
    order by ${column} ${direction}, user_id ${direction} limit ${limit + 1}`);
  const { shown, last } = cutPage(rows, limit);
  return { accounts: await describeAccounts(current, shown, new Map()), ...(last && { next: last.user_id }) };
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
    ban: toBan(row, current.now()),
    match: visibleMatch(current, found.get(row.user_id)),
  }));
}

function visibleMatch({ actor }: Current, match: Match | undefined): Match | null {
  if (match === undefined) return null;
  return { ...match, text: maskForRole(actor.role, match.text) };
}

type FoundAccountRow = Pick<Row<'accounts'>, 'user_id' | 'created_at'> &
  BanColumns &
  Columns<'accounts', { role: UserType }>;

const COLUMNS = sql`user_id, role, created_at, ${BAN_COLUMNS}`;

/** How each list is filtered, sorted and continued; nothing follows an account that has left the list. */
const LISTS: Record<AccountList, Readonly<Record<'filter' | 'column' | 'next' | 'direction', Sql>>> = {
  newest: { filter: sql`true`, column: sql`created_at`, next: sql`<`, direction: sql`desc` },
  team: { filter: sql`role <> 'authenticated'`, column: sql`role`, next: sql`>`, direction: sql`asc` },
  banned: { filter: sql`banned_at is not null`, column: sql`banned_at`, next: sql`<`, direction: sql`desc` },
};
