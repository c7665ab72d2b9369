import { inTransaction } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Merger } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

/** A vote by both counts once, as the kept account gave it. */
export const mergedVotes: Merger = {
  name: 'support.votes',
  run: (outer, { goneId, keptId }) =>
    inTransaction(outer, async ({ db }) => {
      const both = await db.query<Pick<Row<'support_votes'>, 'answer_id'>>(sql`
        select g.answer_id from support_votes g join support_votes k using (answer_id)
        where g.voter_id = ${`user ${goneId}`} and k.voter_id = ${`user ${keptId}`}
        order by answer_id limit ${ERASURE_STEP}::int`);
      const ids = both.map((row) => row.answer_id);
      if (ids.length === 0) return { changed: 0, next: undefined };
      await db.query(
        sql`select from support_tallies where answer_id = any(${ids}::uuid[]) order by answer_id for update`,
      );
      await db.query(sql`
        with dropped as (
          delete from support_votes where answer_id = any(${ids}::uuid[]) and voter_id = ${`user ${goneId}`}
          returning answer_id, has_helped, is_spared
        )
        update support_tallies t set helped = t.helped - d.has_helped::int, missed = t.missed - (not d.has_helped)::int,
          spared = t.spared - d.is_spared::int
        from dropped d where t.answer_id = d.answer_id`);
      return { changed: ids.length, next: ids.length < ERASURE_STEP ? undefined : 'more' };
    }),
};
