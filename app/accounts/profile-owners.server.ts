import { DEFAULT_CONTEXT, profilePath } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import { findFormerOwner, findShownAlias } from '#app/aliases/naming/lookup.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { mayActSql } from './ban.server.ts';
import { findKeptId, wasMergedAt } from './merged-ids.server.ts';

export interface ProfileOwner {
  readonly userId: string;
  /** What everyone sees: the approved name, else the safe one. */
  readonly alias: string;
  readonly since: Date;
}

/**
 * The one way from the alias in an address to an account, also from that of an account that was merged into it; undefined also of who is
 * banned, frozen or about to be deleted. Open to everyone.
 */
export async function findProfileOwner(current: Current, typed: string): Promise<ProfileOwner | undefined> {
  const named = await findShownAlias(current, typed);
  const [account] = named === undefined ? [] : await findProfiled(current, [named.userId]);
  if (named !== undefined && account !== undefined) return { ...named, since: account.created_at };
  const keptId = named === undefined ? await findMergedOwner(current, typed) : await findKeptId(current, named.userId);
  return keptId === undefined ? undefined : findProfileById(current, keptId);
}

async function findMergedOwner(current: Current, typed: string): Promise<string | undefined> {
  const former = await findFormerOwner(current, typed);
  return former !== undefined && (await wasMergedAt(current, former.userId, former.endedAt))
    ? former.userId
    : undefined;
}

async function findProfileById(current: Current, userId: string): Promise<ProfileOwner | undefined> {
  const [[account], [named]] = await Promise.all([
    findProfiled(current, [userId]),
    findAliases(current, DEFAULT_CONTEXT, [userId], { asVisitor: true }),
  ]);
  const alias = named?.alias;
  return account && alias !== undefined ? { userId, alias, since: account.created_at } : undefined;
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
