import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';

/** Whether the actor has still to see it. @throws Problem 401 */
export async function isWelcomeOpen(current: Current): Promise<boolean> {
  const rows = await current.db.query(sql`
    select from accounts where user_id = ${requireUser(current)} and welcomed_at is null`);
  return rows.length > 0;
}

/** For good, however often it is ended. @throws Problem 401 */
export async function endWelcome(current: Current): Promise<void> {
  await current.db.query(sql`
    update accounts set welcomed_at = ${current.now()} where user_id = ${requireUser(current)} and welcomed_at is null`);
}
