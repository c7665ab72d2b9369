import { inTransaction } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Merger } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

/** A vote by both counts once. */
export const mergedVotes: Merger = {
  name: 'feedbag.votes',
  run: (outer, { goneId, keptId }) =>
    inTransaction(outer, async ({ db }) => {
      const rows = await db.query<Pick<Row<'feedbag_votes'>, 'subject_id'>>(sql`
        select g.subject_id from feedbag_votes g join feedbag_votes k using (subject_id)
        where g.participant_id = ${`user ${goneId}`} and k.participant_id = ${`user ${keptId}`}
        order by g.subject_id limit ${ERASURE_STEP}::int`);
      const ids = rows.map((row) => row.subject_id);
      if (ids.length === 0) return { changed: 0, next: undefined };
      await db.query(
        sql`select from feedbag_entries where subject_id = any(${ids}::uuid[]) order by subject_id for no key update`,
      );
      await db.query(sql`delete from feedbag_votes
        where subject_id = any(${ids}::uuid[]) and participant_id = ${`user ${goneId}`}`);
      await db.query(sql`update feedbag_entries e set votes = (
          select count(*) from feedbag_votes v where v.subject_id = e.subject_id and v.state = 'counted')
        where e.subject_id = any(${ids}::uuid[])`);
      return { changed: ids.length, next: ids.length < ERASURE_STEP ? undefined : 'more' };
    }),
};
