import { DEFAULT_CONTEXT, profilePath } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import { findShownAlias } from '#app/aliases/naming/lookup.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { mayActSql } from './ban.server.ts';

export interface ProfileOwner {
  readonly userId: string;
  /** What everyone sees: the approved name, else the safe one. */
  readonly alias: string;
  readonly since: Date;
}

/**
 * The one way from the alias in an address to an account; undefined also of who is banned, frozen or about to be deleted.
 * Open to everyone.
 */
export async function findProfileOwner(current: Current, typed: string): Promise<ProfileOwner | undefined> {
  const named = await findShownAlias(current, typed);
  if (named === undefined) return undefined;
  const [account] = await findProfiled(current, [named.userId]);
  return account && { ...named, since: account.created_at };
}

/** The pages about those who have one, by their ids. Open to everyone. */
export async function findProfilePaths(
  current: Current,
  userIds: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string | null | undefined, string>> {
  const wanted = [...new Set(userIds.filter((userId) => typeof userId === 'string'))];
  if (wanted.length === 0) return new Map();
  const [aliases, accounts] = await Promise.all([
    findAliases(current, DEFAULT_CONTEXT, wanted, { asVisitor: true }),
    findProfiled(current, wanted),
  ]);
  const profiled = new Set(accounts.map((row) => row.user_id));
  return new Map(
    aliases.flatMap(({ userId, alias, anonymous }) =>
      alias !== undefined && anonymous !== true && profiled.has(userId) ? [[userId, profilePath(alias)]] : [],
    ),
  );
}

function findProfiled({ db, now }: Current, userIds: readonly string[]) {
  return db.query<Pick<Row<'accounts'>, 'user_id' | 'created_at'>>(sql`
    select user_id, created_at from accounts
    where user_id = any((select ${[...userIds]}::text[])::text[]) and frozen_at is null and ${mayActSql(now())}`);
}
