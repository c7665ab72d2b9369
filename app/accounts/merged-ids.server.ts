import type { Row } from '#database/rows.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

/** Whose an account is by now that was merged into another. */
export async function findKeptId({ db }: { readonly db: Queryable }, userId: string): Promise<string | undefined> {
  const [row] = await db.query<Pick<Row<'merged_accounts'>, 'kept_user_id'>>(sql`
    select kept_user_id from merged_accounts where user_id = ${userId}`);
  return row?.kept_user_id;
}

/** The lookup codes that lead to an account. */
export async function findMergedIds({ db }: { readonly db: Queryable }, userId: string): Promise<string[]> {
  const rows = await db.query<Pick<Row<'merged_accounts'>, 'user_id'>>(sql`
    select user_id from merged_accounts where kept_user_id = ${userId} order by merged_at, user_id`);
  return rows.map((row) => row.user_id);
}
