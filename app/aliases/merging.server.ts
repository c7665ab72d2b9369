import { inTransaction } from '#app/current/current.server.ts';
import type { Merger } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { HELD_DAYS } from './alias.ts';
import { ALIASES_TOPIC } from './cache-topics.ts';

/**
 * Where the kept account has a name, it stays, and the other one is held for it as one that it had before. What everybody saw ended when
 * the accounts became one: by that `findFormerOwner` tells it from names that were given up.
 */
export const mergedAliases: Merger = {
  name: 'aliases.merged',
  run: async (outer, { goneId, keptId, at }) => {
    const changed = await inTransaction(outer, async ({ db, now }) => {
      const until = new Date(now().getTime() + HELD_DAYS * 86_400_000);
      const both = sql`from aliases g join aliases k using (context) where g.user_id = ${goneId} and k.user_id = ${keptId}`;
      await db.query(sql`insert into alias_history (context, user_id, alias, since, until, ended_by)
        select g.context, ${keptId}, g.alias, g.updated_at,
          case g.state when 'approved' then ${at}::timestamptz else ${now()}::timestamptz end, 'owner' ${both}`);
      await db.query(sql`update alias_names n set user_id = ${keptId}, held_until = ${until}::timestamptz
        where n.user_id = ${goneId} and n.held_until is null
          and replace(n.context, '-safe', '') in (select g.context ${both})`);
      await db.query(sql`delete from alias_looks where user_id = ${goneId} and context in (select g.context ${both})`);
      await db.query(sql`delete from alias_words where user_id = ${goneId} and context in (select g.context ${both})`);
      const dropped = await db.query(sql`delete from aliases where user_id = ${goneId}
        and context in (select context from aliases where user_id = ${keptId}) returning 1`);
      await db.query(sql`update alias_looks set user_id = ${keptId} where user_id = ${goneId}`);
      await db.query(sql`update alias_words set user_id = ${keptId} where user_id = ${goneId}`);
      const names = await db.query(
        sql`update alias_names set user_id = ${keptId} where user_id = ${goneId} returning 1`,
      );
      const moved = await db.query(
        sql`update aliases set user_id = ${keptId}, rev = rev + 1 where user_id = ${goneId} returning 1`,
      );
      return dropped.length + names.length + moved.length;
    });
    if (changed > 0) outer.pubSub.publish(ALIASES_TOPIC);
    return { changed, next: undefined };
  },
};
