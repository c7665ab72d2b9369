import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { mayActSql } from '../ban.server.ts';

const MAX_STAFF = 500;

/** Who works here and may sign in. Permission is up to the caller. */
export async function findStaffIds({ db, now }: Pick<Current, 'db' | 'now'>): Promise<string[]> {
  const rows = await db.query<Pick<Row<'accounts'>, 'user_id'>>(sql`
    select user_id from accounts where role <> 'authenticated' and ${mayActSql(now())}
    order by role, user_id limit ${MAX_STAFF}`);
  return rows.map(({ user_id }) => user_id);
}
