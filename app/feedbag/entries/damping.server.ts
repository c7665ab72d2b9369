import { findAccountStart } from '#app/accounts/accounts.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { findPersonStatus } from '../people.server.ts';
import { lockEntries } from './entry-rows.server.ts';

/** A night: who makes accounts to push something gains nothing on the day on which everybody talks of it. */
const AGE_HOURS = 24;
const HOUR = 3_600_000;
/** Votes of new accounts for one entry in an hour: a class that tries a game together is not yet many. */
export const BURST = 10;
/** How often as many as usual is far more. */
const TIMES_USUAL = 5;

/** When the votes of a new account begin to count. @returns undefined for older ones, staff, and the trusted */
export async function findVotesCountFrom(current: Current, userId: string): Promise<Date | undefined> {
  const start = await findAccountStart(current, userId);
  if (start === undefined) return undefined;
  const at = new Date(start.getTime() + AGE_HOURS * HOUR);
  if (at <= current.now()) return undefined;
  if (isStaff((await current.findRole(userId)) ?? 'public')) return undefined;
  return (await findPersonStatus(current, userId)) === 'trusted' ? undefined : at;
}

export type Damping =
  | { readonly state: 'young'; readonly countsFrom: Date }
  | { readonly state: 'held'; readonly countsFrom: undefined };

/**
 * In the transaction of the vote, whose entry is locked from here on: the votes of new accounts are counted one after the
 * other. When far more than usual have come within the hour, they wait for the studio, together with those before.
 */
export async function dampVote(
  { db, now }: Current,
  subjectId: string,
  { participantId, countsFrom }: { readonly participantId: string; readonly countsFrom: Date },
): Promise<Damping> {
  const [entry] = await db.query<Pick<Row<'feedbag_entries'>, 'votes' | 'created_at'>>(sql`
    select votes, created_at from feedbag_entries where subject_id = ${subjectId} for update`);
  const since = new Date(now().getTime() - HOUR);
  const [others] = await db.query<{ size: number }>(sql`select count(*)::integer as size from feedbag_votes
    where subject_id = ${subjectId} and state <> 'counted' and created_at > ${since}
      and participant_id <> ${participantId}`);
  const hours = Math.max(1, (now().getTime() - (entry?.created_at.getTime() ?? 0)) / HOUR);
  const usual = (entry?.votes ?? 0) / hours;
  if ((others?.size ?? 0) < Math.max(BURST, TIMES_USUAL * usual)) return { state: 'young', countsFrom };
  await db.query(sql`update feedbag_votes set state = 'held', counts_from = null
    where subject_id = ${subjectId} and state = 'young' and created_at > ${since}`);
  return { state: 'held', countsFrom: undefined };
}

/** Votes at a time. */
const BATCH = 1000;

/** A job's: the votes whose time has come count from now on. Each batch is whole: whatever stops it, the next minute goes on. */
export async function countGrownVotes(current: Current): Promise<void> {
  for (let found = BATCH; found === BATCH && !current.closing.aborted;) found = await countBatch(current);
}

function countBatch(current: Current): Promise<number> {
  return inTransaction(current, async (current) => {
    const { db, now } = current;
    const due = await db.query<Pick<Row<'feedbag_votes'>, 'subject_id'>>(sql`select subject_id from feedbag_votes
      where state = 'young' and counts_from <= ${now()} order by counts_from limit ${BATCH}::integer`);
    const ids = [...new Set(due.map((row) => row.subject_id))];
    if (ids.length === 0) return 0;
    // In the order of merges, which lock several, too. Who votes waits for it.
    await lockEntries(current, ids);
    await db.query(sql`
      with grown as (
        update feedbag_votes set state = 'counted'
        where subject_id = any(${ids}::uuid[]) and state = 'young' and counts_from <= ${now()} returning subject_id
      )
      update feedbag_entries e set votes = e.votes + sums.size
      from (select subject_id, count(*)::integer as size from grown group by subject_id) sums
      where e.subject_id = any(${ids}::uuid[]) and e.subject_id = sums.subject_id`);
    return due.length;
  });
}
