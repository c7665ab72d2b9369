import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noBlock } from '../problems.ts';
import { MAX_BLOCKS } from './block.ts';
import type { BlockedPerson } from './block.ts';

/**
 * The actor will find folded what a player writes. Blocking twice is blocking.
 * @throws Problem 401, 409 for oneself, for one of the studio, for nobody, and beyond what one may block
 */
export async function blockPerson(current: Current, userId: string): Promise<void> {
  const own = requireUser(current);
  const blocked = await current.db.query(sql`
    insert into account_blocks (user_id, blocked_user_id, at)
    select ${own}::text, user_id, ${current.now()}::timestamptz from accounts
    where user_id = ${userId} and user_id <> ${own} and role = 'authenticated'
      and (select count(*) from account_blocks b where b.user_id = ${own}) < ${MAX_BLOCKS}
    on conflict (user_id, blocked_user_id) do update set at = account_blocks.at returning blocked_user_id`);
  if (blocked.length === 0) throw new Problem(noBlock);
}

/** Whoever is not blocked stays so. @throws Problem 401 */
export async function unblockPerson(current: Current, userId: string): Promise<void> {
  await current.db.query(sql`
    delete from account_blocks where user_id = ${requireUser(current)} and blocked_user_id = ${userId}`);
}

/** The latest first. @throws Problem 401 */
export async function listBlockedPeople(current: Current): Promise<BlockedPerson[]> {
  const rows = await current.db.query<Pick<Row<'account_blocks'>, 'blocked_user_id' | 'at'>>(sql`
    select blocked_user_id, at from account_blocks where user_id = ${requireUser(current)} and blocked_user_id <> user_id
    order by at desc, blocked_user_id limit ${MAX_BLOCKS}`);
  const names = await findShownNames(
    current,
    rows.map(({ blocked_user_id: id }) => id),
  );
  return rows.map(({ blocked_user_id: userId, at }) => ({ userId, at, name: names.get(userId) ?? `@${userId}` }));
}

/** Which of them are players whom the actor may block, and whether that is so; nobody for visitors. */
export async function findBlocks({ db, actor }: Current, userIds: readonly string[]): Promise<Map<string, boolean>> {
  const { userId } = actor;
  if (userId === undefined || userIds.length === 0) return new Map();
  const rows = await db.query<{ user_id: string; is_blocked: boolean }>(sql`
    select a.user_id, b.user_id is not null as is_blocked from accounts a
    left join account_blocks b on b.user_id = ${userId} and b.blocked_user_id = a.user_id
    where a.user_id = any((select ${[...userIds]}::text[])::text[]) and a.role = 'authenticated' and a.user_id <> ${userId}`);
  return new Map(rows.map((row) => [row.user_id, row.is_blocked]));
}

/** Who of them has blocked a player. A job's: needs no role. */
export async function findBlockers({ db }: Current, userIds: readonly string[], blockedId: string): Promise<string[]> {
  const rows = await db.query<Pick<Row<'account_blocks'>, 'user_id'>>(sql`
    select b.user_id from account_blocks b join accounts a on a.user_id = b.blocked_user_id
    where b.user_id = any((select ${[...userIds]}::text[])::text[]) and b.blocked_user_id = ${blockedId}
      and a.role = 'authenticated'`);
  return rows.map((row) => row.user_id);
}
