import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import type { Policy } from '../crates/policy.ts';

/** A crate may have many rows of a stat; nobody waits for them but the admin who changes its rules. */
const RANK_TIMEOUT = `set local statement_timeout = '10min'`;

/**
 * Makes the stats of a crate sortable that its policy names, and no others: for a change of the policy, in its
 * transaction. Whoever writes by the older policy meanwhile is corrected by `repairRanks`.
 * @param was the policy before
 * @param is the policy from now on
 */
export async function rankStats(current: Current, crateId: string, was: Policy, is: Policy): Promise<void> {
  const [before, after] = [Object.keys(was.stats ?? {}), Object.keys(is.stats ?? {})];
  const named = after.filter((name) => !before.includes(name));
  const unnamed = before.filter((name) => !after.includes(name));
  if (named.length + unnamed.length === 0) return;
  await current.db.run(RANK_TIMEOUT);
  if (named.length > 0) await current.db.query(RANK, [crateId, named]);
  if (unnamed.length > 0) await current.db.query(UNRANK, [crateId, unnamed]);
}

/** Puts right, by the hour, what was written by an older policy, and forgets turns after which a stat may change again. */
export async function repairRanks(current: Current): Promise<void> {
  const [repaired, forgotten] = await inTransaction(current, async ({ db, now }) => {
    await db.run(RANK_TIMEOUT);
    return [await db.query<CountRow>(REPAIR, []), await db.query<CountRow>(FORGET_TURNS, [now()])] as const;
  });
  current.log.info({ repaired: repaired[0]?.count, forgotten: forgotten[0]?.count }, 'repaired ranks of stats');
}

interface CountRow {
  count: string;
}

// Rows are locked in the order in which stats are written, so that nobody waits for each other.
const RANK = {
  name: 'stats_rank',
  text: `with due as (select item_id, name from item_stats where crate_id = $1 and name = any($2::text[]) and not ranked
      order by item_id, name for no key update)
    update item_stats s set ranked = true from due where s.crate_id = $1 and s.item_id = due.item_id and s.name = due.name`,
};
const UNRANK = {
  name: 'stats_unrank',
  text: `with due as (select item_id, name from item_stats where crate_id = $1 and name = any($2::text[]) and ranked
      order by item_id, name for no key update)
    update item_stats s set ranked = false from due where s.crate_id = $1 and s.item_id = due.item_id and s.name = due.name`,
};
const REPAIR = {
  name: 'stats_repair_ranks',
  text: `with wrong as (
      select s.crate_id, s.item_id, s.name, true as ranks from crates c join item_stats s using (crate_id)
        where c.policy ? 'stats' and not s.ranked and c.policy -> 'stats' ? s.name
      union all
      select s.crate_id, s.item_id, s.name, false from item_stats s join crates c using (crate_id)
        where s.ranked and not coalesce(c.policy -> 'stats' ? s.name, false)
    ), due as (
      select crate_id, item_id, name, w.ranks from wrong w join item_stats s using (crate_id, item_id, name)
        order by crate_id, item_id, name for no key update of s
    ), repaired as (
      update item_stats s set ranked = due.ranks from due
        where (s.crate_id, s.item_id, s.name) = (due.crate_id, due.item_id, due.name) returning 1
    ) select count(*) from repaired`,
};
const FORGET_TURNS = {
  name: 'stats_forget_turns',
  text: `with forgotten as (
      delete from item_stat_turns t using crates c where c.crate_id = t.crate_id
        and t.at <= $1::timestamptz - coalesce((c.policy #>> array['stats', t.name, 'minInterval'])::float8, 0) * interval '1 second'
        returning 1
    ) select count(*) from forgotten`,
};
