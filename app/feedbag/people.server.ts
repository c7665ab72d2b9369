import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { blocked } from './problems.ts';

/** Whom the studio lets write at once, and whom it does not let write. */
export type PersonStanding = 'trusted' | 'blocked';

export async function findStanding({ db }: Current, userId: string): Promise<PersonStanding | undefined> {
  const [row] = await db.query<Pick<Row<'feedbag_people'>, 'standing'>>(sql`
    select standing from feedbag_people where user_id = ${userId}`);
  return row?.standing as PersonStanding | undefined;
}

/** @returns whether what they write is shown at once @throws Problem 403 for who is blocked */
export async function requireUnblocked(current: Current): Promise<boolean> {
  const { userId } = current.actor;
  if (userId === undefined) return false;
  const standing = await findStanding(current, userId);
  if (standing === 'blocked') throw new Problem(blocked);
  return standing === 'trusted';
}

/** In the place of what was decided before. Needs staff. @throws Problem 401, 403 */
export async function decidePerson(current: Current, userId: string, standing: PersonStanding): Promise<void> {
  requireRole(current, 'staff');
  await current.db.query(sql`insert into feedbag_people (user_id, standing, reason, decided_by, at)
    values (${userId}, ${standing}, '', ${requireUser(current)}, ${current.now()})
    on conflict (user_id) do update set standing = excluded.standing, decided_by = excluded.decided_by, at = excluded.at`);
}
