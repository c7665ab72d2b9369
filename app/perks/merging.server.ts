import { inTransaction } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Merger } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

/** All of both: they are counted on, and of two by the same code, rule or message the later one forgets where it came from. */
export const mergedGrants: Merger = {
  name: 'perks.grants',
  run: (outer, { goneId, keptId }) =>
    inTransaction(outer, async ({ db }) => {
      const moved = await db.query(sql`
        with chosen as (
          select g.grant_id, g.perk_id, row_number() over (partition by g.perk_id order by g.ordinal) as place
          from perk_grants g where g.user_id = ${goneId} order by g.perk_id, g.ordinal limit ${ERASURE_STEP}::int
        ), last as (
          select perk_id, max(ordinal) as ordinal from perk_grants where user_id = ${keptId} group by perk_id
        )
        update perk_grants g set user_id = ${keptId}, ordinal = coalesce(last.ordinal, 0) + chosen.place,
          origin = case when exists (select from perk_grants k where k.user_id = ${keptId} and k.perk_id = g.perk_id
            and k.way = g.way and k.origin = g.origin) then null else g.origin end
        from chosen left join last using (perk_id)
        where g.user_id = ${goneId} and g.grant_id = chosen.grant_id returning 1`);
      return { changed: moved.length, next: moved.length < ERASURE_STEP ? undefined : 'more' };
    }),
};
