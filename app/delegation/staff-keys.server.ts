import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';

/** How many keys of a user work now, for staff. @throws Problem 401 or 403 */
export async function countKeysOf(current: Current, userId: string): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(COUNT, [userId, current.now()]);
  return row?.count ?? 0;
}

const COUNT = {
  name: 'delegation_keys_count',
  text: `select count(*)::int as count from delegation_keys
    where user_id = $1 and (expires_at is null or expires_at > $2)`,
};
