import { randomBytes } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

/** A user id that is nobody's, known as that of a deleted player by its form (`isStandIn`). */
export function newStandIn(): string {
  return `deleted${randomBytes(6).toString('hex')}`;
}

export type DeletionRow = Row<'account_deletions'>;

export const DELETION_COLUMNS = sql`deletion_id, user_id, emails, names, kept, stand_in, asked_at, due_at, begun_at, round, step,
  place, changed`;

/** The next that is due, the longest due first. @param butIds those that have been tried */
export async function findDueDeletion(
  { db, now }: Current,
  butIds: readonly string[],
): Promise<DeletionRow | undefined> {
  const [row] = await db.query<DeletionRow>(sql`select ${DELETION_COLUMNS} from account_deletions
    where due_at <= ${now()} and deletion_id <> all(${[...butIds]}::uuid[]) order by due_at, deletion_id limit 1`);
  return row;
}

/** Where it goes on after the last step. @returns undefined when another process is further */
export async function saveProgress(
  { db }: Current,
  before: DeletionRow,
  after: Pick<DeletionRow, 'round' | 'step' | 'place'> & { readonly changed: number },
): Promise<DeletionRow | undefined> {
  const [row] = await db.query<DeletionRow>(sql`update account_deletions
    set round = ${after.round}, step = ${after.step}, place = ${after.place}, changed = ${after.changed}
    where deletion_id = ${before.deletion_id} and round = ${before.round}
      and step is not distinct from ${before.step}::text and place is not distinct from ${before.place}::text
    returning ${DELETION_COLUMNS}`);
  return row;
}
