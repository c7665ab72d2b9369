import type { Row } from '#database/rows.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

interface Asker {
  readonly db: Queryable;
}

/** Whose an account is by now that was merged into another. */
export async function findKeptId(asker: Asker, userId: string): Promise<string | undefined> {
  return (await findKeptIds(asker, [userId])).get(userId);
}

/** Of the ids of accounts that were merged into others, whose these are by now; of all others nothing. */
export async function findKeptIds({ db }: Asker, userIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<Pick<Row<'merged_accounts'>, 'user_id' | 'kept_user_id'>>(sql`
    select user_id, kept_user_id from merged_accounts where user_id = any((select ${[...userIds]}::text[])::text[])`);
  return new Map(rows.map((row) => [row.user_id, row.kept_user_id]));
}

/** The lookup codes that lead to an account. */
export async function findMergedIds({ db }: Asker, userId: string): Promise<string[]> {
  const rows = await db.query<Pick<Row<'merged_accounts'>, 'user_id'>>(sql`
    select user_id from merged_accounts where kept_user_id = ${userId} order by merged_at, user_id`);
  return rows.map((row) => row.user_id);
}

/** Whether another account became a part of somebody's at that moment. */
export async function wasMergedAt({ db }: Asker, userId: string, at: Date): Promise<boolean> {
  const rows = await db.query(sql`select from merged_accounts where kept_user_id = ${userId} and merged_at = ${at}`);
  return rows.length > 0;
}

/**
 * Where the address of a page leads that has Lookup Codes of merged accounts in it: of a player, of an account, or of an author after
 * an `@`. @param path percent-encoded, as the answer is
 */
export async function findKeptPath(asker: Asker, path: string): Promise<string | undefined> {
  const codes = path.match(CODE) ?? [];
  if (codes.length === 0 || codes.length > MAX_CODES) return undefined;
  const kept = await findKeptIds(
    asker,
    codes.map((code) => code.toLowerCase()),
  );
  return kept.size === 0 ? undefined : path.replaceAll(CODE, (code) => kept.get(code.toLowerCase()) ?? code);
}

const CODE = /(?<=\/levelhead\/players\/|\/admin\/accounts\/|@)[a-z0-9]{1,32}(?![^/+])/gi;
const MAX_CODES = 32;
