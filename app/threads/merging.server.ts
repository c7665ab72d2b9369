import type { Merger } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

/** Whoever was blocked by one of two accounts is blocked; the rows themselves move as all others. */
export const mergedPeople: Merger = {
  name: 'threads.people',
  run: async ({ db }, { goneId, keptId }) => {
    const rows = await db.query(sql`update thread_people k set standing = 'blocked'
      from thread_people g where g.participant_id = ${`user ${goneId}`} and g.standing = 'blocked' and g.noun = k.noun
        and k.participant_id = ${`user ${keptId}`} and k.standing <> 'blocked' returning 1`);
    return { changed: rows.length, next: undefined };
  },
};
