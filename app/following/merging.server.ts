import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Merger } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { isProblem } from '#lib/problem.ts';

import { dropFollows, insertFollows } from './follows.server.ts';
import { tooManyFollows } from './problems.ts';
import { KINDS_OF_PEOPLE, toSubject } from './subject.ts';

const BATCH = 100;

/** What both follow is followed once, since the time of the kept account; what does not fit into its thousand goes. */
export const mergedFollows: Merger = {
  name: 'following.own',
  run: async (current, { goneId, keptId }) => {
    const rows = await current.db.query<FollowRow>(sql`
      select user_id, subject, created_at, is_implied from follows where user_id = ${goneId} order by created_at
      limit ${BATCH}::int`);
    for (const row of rows) await moveFollow(current, row, { ...row, user_id: keptId });
    return { changed: rows.length, next: rows.length < BATCH ? undefined : 'more' };
  },
};

/** Who followed the one follows the other, but for itself. */
export const mergedFollowers: Merger = {
  name: 'following.theirs',
  run: async (current, { goneId, keptId }) => {
    const into = new Map(KINDS_OF_PEOPLE.map((kind) => [toSubject(kind, goneId), toSubject(kind, keptId)]));
    const rows = await current.db.query<FollowRow>(sql`
      select o.user_id, o.subject, o.created_at, o.is_implied from followers f
      join follows o on o.user_id = f.user_id and o.subject = f.subject
      where f.subject = any(${[...into.keys()]}::text[]) limit ${BATCH}::int`);
    for (const row of rows) {
      const isOwn = row.user_id === keptId || row.user_id === goneId;
      await moveFollow(current, row, isOwn ? undefined : { ...row, subject: into.get(row.subject) ?? row.subject });
    }
    return { changed: rows.length, next: rows.length < BATCH ? undefined : 'more' };
  },
};

type FollowRow = Pick<Row<'follows'>, 'user_id' | 'subject' | 'created_at' | 'is_implied'>;

async function moveFollow(outer: Current, from: FollowRow, into: FollowRow | undefined): Promise<void> {
  try {
    await inTransaction(outer, async (current) => {
      await dropFollows(current, from.user_id, [from.subject]);
      if (into === undefined) return;
      const then = { ...current, now: () => into.created_at };
      await insertFollows(then, into.user_id, [into.subject], into.is_implied);
    });
  } catch (error) {
    if (!isProblem(error, tooManyFollows)) throw error;
    await dropFollows(outer, from.user_id, [from.subject]);
  }
}
