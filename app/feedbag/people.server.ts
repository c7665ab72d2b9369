import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { blocked } from './problems.ts';

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

export interface KnownPerson {
  readonly userId: string;
  readonly name: string;
  readonly standing: PersonStanding;
  readonly at: string;
}

/** The latest decisions. Needs staff. @throws Problem 401, 403 */
export async function findPeople(current: Current): Promise<KnownPerson[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<Pick<Row<'feedbag_people'>, 'user_id' | 'standing' | 'at'>>(sql`
    select user_id, standing, at from feedbag_people order by at desc, user_id limit 100`);
  const names = await findShownNames(
    current,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    userId: row.user_id,
    name: names.get(row.user_id) ?? row.user_id,
    standing: row.standing as PersonStanding,
    at: row.at.toISOString(),
  }));
}

/** Neither trusted nor blocked any more. Needs staff. @throws Problem 401, 403 */
export async function forgetDecision(current: Current, userId: string): Promise<void> {
  requireRole(current, 'staff');
  await current.db.query(sql`delete from feedbag_people where user_id = ${userId}`);
}

/** In the place of what was decided before. Needs staff. @throws Problem 401, 403 */
export async function decidePerson(current: Current, userId: string, standing: PersonStanding): Promise<void> {
  requireRole(current, 'staff');
  await current.db.query(sql`insert into feedbag_people (user_id, standing, reason, decided_by, at)
    values (${userId}, ${standing}, '', ${requireUser(current)}, ${current.now()})
    on conflict (user_id) do update set standing = excluded.standing, decided_by = excluded.decided_by, at = excluded.at`);
}
