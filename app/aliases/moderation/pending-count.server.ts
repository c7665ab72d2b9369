import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';

/** How many names wait for a moderator, counted up to `most`. Needs staff. @throws Problem 401 or 403 */
export async function countPendingAliases(current: Current, most: number): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(COUNT, [most]);
  return row?.count ?? 0;
}

const COUNT = {
  name: 'aliases_waiting',
  text: `select count(*)::int as count from (select from aliases where state = 'pending' limit $1) waiting`,
};
