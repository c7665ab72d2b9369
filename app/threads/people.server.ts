import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

/** What somebody trusted writes is shown at once; somebody blocked writes nothing. */
export type PersonStatus = 'trusted' | 'blocked';

/** In conversations of a noun. @param participantIds the ways in which somebody is known; permission is up to the caller */
export async function findPersonStatus(
  { db }: Pick<Current, 'db'>,
  noun: string,
  participantIds: readonly string[],
): Promise<PersonStatus | undefined> {
  const [row] = await db.query<Pick<Row<'thread_people'>, 'standing'>>(sql`select standing from thread_people
    where participant_id = any(${[...participantIds]}::text[]) and noun = ${noun} limit 1`);
  return row?.standing as PersonStatus | undefined;
}

interface DecidedPerson {
  readonly noun: string;
  readonly userId: string | undefined;
  readonly participantIds: readonly string[];
}

/** In the place of what was decided before. Permission is up to the caller. @returns whether anything has changed */
export async function decidePerson(
  current: Current,
  { noun, userId, participantIds }: DecidedPerson,
  status: PersonStatus,
): Promise<boolean> {
  const decided = await current.db.query(sql`
    insert into thread_people as p (participant_id, noun, user_id, standing, decided_by, at)
    select participant_id, ${noun}::text, ${userId ?? null}::text, ${status}::text, ${requireUser(current)}::text,
      ${current.now()}::timestamptz
    from unnest(${[...new Set(participantIds)].toSorted()}::text[]) participant_id
    on conflict (participant_id, noun) do update
      set standing = excluded.standing, decided_by = excluded.decided_by, at = excluded.at
      where p.standing <> excluded.standing
    returning participant_id`);
  return decided.length > 0;
}

/** Neither trusted nor blocked any more, by no way of an account. Permission is up to the caller. @returns whether anything has changed */
export async function forgetPerson({ db }: Current, { noun, userId, participantIds }: DecidedPerson): Promise<boolean> {
  const forgotten = await db.query(sql`delete from thread_people where noun = ${noun}
    and (participant_id = any(${[...participantIds]}::text[]) or user_id = ${userId ?? null}::text) returning participant_id`);
  return forgotten.length > 0;
}

export interface KnownUser {
  readonly userId: string;
  readonly status: PersonStatus;
  readonly at: string;
}

/** Accounts, the latest decisions first. Permission is up to the caller. */
export async function findKnownUsers({ db }: Current, noun: string): Promise<KnownUser[]> {
  const rows = await db.query<
    Pick<Row<'thread_people'>, 'standing' | 'at'> & Columns<'thread_people', { user_id: string }>
  >(sql`
    select user_id, standing, at from thread_people where noun = ${noun} and user_id is not null
    order by at desc, user_id limit 100`);
  return rows.map((row) => {
    return { userId: row.user_id, status: row.standing as PersonStatus, at: row.at.toISOString() };
  });
}
