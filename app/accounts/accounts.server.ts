import { randomInt } from 'node:crypto';

import { findAliases } from '#app/aliases/aliases.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import type { Current } from '#app/current/current.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import { refuse, requireRole, requireUser } from '#app/current/permission.ts';
import { badCredentials } from '#app/current/problems.ts';
import { ROLES, isAdmin, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import type { RowCache, CachedRows } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { accountAudit } from './audit-kinds.server.ts';
import { banPagePath } from './ban-page.server.ts';
import { BAN_COLUMNS, toBan } from './ban.server.ts';
import type { BanColumns } from './ban.server.ts';
import { accountBanned, noAccount } from './problems.ts';

export async function findRole(db: Queryable, rowCache: RowCache, userId: string): Promise<Role | undefined> {
  return (await findAccountStatus(db, rowCache, userId))?.role;
}

/** The role of an account that is neither banned, frozen nor about to be deleted. The door calls this before there is a `Current`. */
export async function findActiveRole(
  db: Queryable,
  rowCache: RowCache,
  userId: string,
  now: Date,
): Promise<Role | undefined> {
  const account = await findAccountStatus(db, rowCache, userId);
  return account === undefined || account.deletion_due_at !== null || isLocked(account, now) ? undefined : account.role;
}

/** Whether its owner, who is neither banned nor frozen, has asked to have it deleted. The door calls this before there is a `Current`. */
export async function isLeaving(db: Queryable, rowCache: RowCache, userId: string, now: Date): Promise<boolean> {
  const account = await findAccountStatus(db, rowCache, userId);
  return account !== undefined && account.deletion_due_at !== null && !isLocked(account, now);
}

function isLocked(account: AccountStatusRow, now: Date): boolean {
  return account.frozen_at !== null || toBan(account, now)?.isOn === true;
}

/** Where somebody comes to by a sign-in. */
export async function findLandingPath({ db }: Current, userId: string, wanted: string): Promise<string> {
  const account = await readAccountStatus(db, userId);
  return account === undefined || account.deletion_due_at === null ? wanted : DELETION_PATH;
}

/** Where they may take it back. */
const DELETION_PATH = '/account/deletion';

/** The door calls this before there is a `Current`. */
export async function isBanned(db: Queryable, rowCache: RowCache, userId: string, now: Date): Promise<boolean> {
  const account = await findAccountStatus(db, rowCache, userId);
  return account !== undefined && toBan(account, now)?.isOn === true;
}

function findAccountStatus(db: Queryable, rowCache: RowCache, userId: string): Promise<AccountStatusRow | undefined> {
  return rowCache.get(ACCOUNT, userId, db, (db) => readAccountStatus(db, userId));
}

async function readAccountStatus(db: Queryable, userId: string): Promise<AccountStatusRow | undefined> {
  const [row] = await db.query<AccountStatusRow>(sql`
    select role, created_at, deletion_due_at, frozen_at, ${BAN_COLUMNS} from accounts where user_id = ${userId}`);
  return row;
}

/** Which of the ids belong to nobody, in their order. */
export async function findMissingAccounts(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<Pick<Row<'accounts'>, 'user_id'>>(sql`select user_id from accounts
    where user_id = any((select ${userIds}::text[])::text[])`);
  const known = new Set(rows.map((row) => row.user_id));
  return userIds.filter((userId) => !known.has(userId));
}

type AccountStatusRow = BanColumns &
  Pick<Row<'accounts'>, 'created_at' | 'deletion_due_at' | 'frozen_at'> &
  Columns<'accounts', { role: Role }>;

const ACCOUNT: CachedRows<AccountStatusRow> = { topic: 'account' };

/** One's own account, or any for admins. @throws Problem 401 without a session, with its page after a ban, 403 for someone else's account, 404 */
export async function getSessionUser(current: Current, accountId: string): Promise<SessionUser> {
  const { bannedId } = current.actor;
  if (bannedId !== undefined) throw new Problem(badCredentials, { page: banPagePath(current, bannedId) });
  const ownId = requireUser(current);
  const userId = accountId === '@me' ? ownId : accountId;
  const { actor } = current;
  if (userId !== ownId && !isAdmin(actor.role)) refuse(current);
  const usertype = await findRole(current.db, current.rowCache, userId);
  if (usertype === undefined || usertype === 'public') throw new Problem(noAccount);
  const [alias] = await findAliases(current, 'rumpus', [userId]);
  const isOwn = userId === ownId;
  const masquerade = isOwn && actor.masquerade !== 'public' ? actor.masquerade : undefined;
  const loginId = (isOwn && actor.loginId) || null;
  return { userId, alias: alias?.alias ?? null, loginId, usertype, bsidx: null, ...(masquerade && { masquerade }) };
}

/** Creates an account or sets its role. Needs super. @param since when it was made, if it is new */
export async function setAccount(
  current: Current,
  userId: string,
  role: Role,
  since: Date = current.now(),
): Promise<void> {
  requireRole(current, 'super');
  await inTransaction(current, async (current) => {
    await current.db.query(sql`insert into accounts (user_id, role, created_at)
      values (${userId}, ${role}, ${since})
      on conflict (user_id) do update set role = excluded.role`);
    await recordAuditEntry(current, accountAudit.set, { target: `account/${userId}`, after: { role } });
  });
  current.rowCache.forget(ACCOUNT, userId);
}

/** The owner has agreed to the terms; permission is up to the caller. @returns the id, which is also the lookup code */
export async function createAccount(
  current: Current,
  { locale, terms }: { locale: string; terms: string },
): Promise<string> {
  for (;;) {
    const userId = Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
    const [created] = await current.db.query(sql`insert into accounts (user_id, locale, terms, created_at)
      select ${userId}, ${locale}, ${terms}, ${current.now()}::timestamptz
      where not exists (select from merged_accounts where user_id = ${userId})
      on conflict (user_id) do nothing returning user_id`);
    if (created !== undefined) return userId;
  }
}

/** @throws Problem 404 when there is no such account, 403 with the page of its ban when it is banned */
export async function requireActive(current: Current, userId: string): Promise<void> {
  const account = await readAccountStatus(current.db, userId);
  if (account === undefined) throw new Problem(noAccount);
  const ban = toBan(account, current.now());
  if (!ban?.isOn) return;
  const members = { until: ban.until, reason: ban.reason };
  throw new Problem(accountBanned, { members, page: banPagePath(current, userId) });
}

export async function hasAccounts(current: Current): Promise<boolean> {
  requireRole(current, 'super');
  const [row] = await current.db.query<{ is_filled: boolean }>(sql`
    select exists (select from accounts) as is_filled`);
  return row?.is_filled ?? false;
}

/** Of a role or a higher one, in their order, from a cursor on, which is '' at first. A job's: needs no role. */
export async function findAccountIds({ db }: Current, least: Role, cursor: string, limit: number): Promise<string[]> {
  const rows = await db.query<Pick<Row<'accounts'>, 'user_id'>>(sql`
    select user_id from accounts where role = any(${rolesFrom(least)}::text[]) and user_id > ${cursor}
    order by user_id limit ${limit}::integer`);
  return rows.map((row) => row.user_id);
}

/** Of a role or a higher one. Needs staff. @throws Problem 401, 403 */
export async function countAccounts(current: Current, least: Role): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await withHeavyPool(current).db.query<{ size: number }>(sql`
    select count(*)::integer as size from accounts where role = any(${rolesFrom(least)}::text[])`);
  return row?.size ?? 0;
}

function rolesFrom(least: Role): Role[] {
  return ROLES.filter((role) => isAtLeast(role, least));
}

/** When it was made; of whoever asks it is known without a query. */
export async function findAccountStart({ db, rowCache }: Current, userId: string): Promise<Date | undefined> {
  return (await findAccountStatus(db, rowCache, userId))?.created_at;
}

/** Six of these are two thousand million ids. */
const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 6;

/** The ids of accounts of a role, for a statement of another noun. */
export function usersOfRole(role: string | null): Sql {
  return sql`select user_id from accounts where role = ${role}`;
}
