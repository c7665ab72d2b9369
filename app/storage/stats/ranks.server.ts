import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { Policy } from '../crates/policy.ts';

/** Runs in the transaction that changes the policy, and after `changesRanks` has had the writers of stats wait. */
export async function rankStats(current: Current, crateId: string, was: Policy, is: Policy): Promise<void> {
  const { named, unnamed } = compareNames(was, is);
  if (named.length + unnamed.length === 0) return;
  await waitLonger(current);
  await setRanked(current, crateId, named, true);
  await setRanked(current, crateId, unnamed, false);
}

/** Whether a policy names other stats than before. */
export function changesRanks(was: Policy | undefined, is: Policy): boolean {
  const { named, unnamed } = compareNames(was ?? {}, is);
  return named.length + unnamed.length > 0;
}

/** By the policy as the statement sees it, not as its process remembers it. */
export function rankedSql(crateId: string, name: Sql): Sql {
  return sql`coalesce((select c.policy -> 'stats' from crates c where c.crate_id = ${crateId}) ? ${name}, false)`;
}

function compareNames(was: Policy, is: Policy): { named: string[]; unnamed: string[] } {
  const [before, after] = [Object.keys(was.stats ?? {}), Object.keys(is.stats ?? {})];
  return {
    named: after.filter((name) => !before.includes(name)),
    unnamed: before.filter((name) => !after.includes(name)),
  };
}

async function setRanked({ db }: Current, crateId: string, names: string[], isRanked: boolean): Promise<void> {
  if (names.length === 0) return;
  // Rows are locked in the order in which stats are written, so that no two statements deadlock.
  await db.query(sql`
    with due as (
      select item_id, name from item_stats
      where crate_id = ${crateId} and name = any(${names}::text[]) and ${isRanked ? sql`not ranked` : sql`ranked`}
      order by item_id, name for no key update
    )
    update item_stats s set ranked = ${isRanked} from due
    where s.crate_id = ${crateId} and s.item_id = due.item_id and s.name = due.name`);
}

/** A crate may have many rows of a stat; only the admin who changes its policy waits for them. */
async function waitLonger({ db }: Current): Promise<void> {
  await db.extendTimeout(600_000);
}

/** Corrects ranks written by an older policy, and deletes turns that have passed. */
export async function repairRanks(current: Current): Promise<void> {
  const [[repaired], [forgotten]] = await inTransaction(withHeavyPool(current), async (current) => {
    await waitLonger(current);
    return [await repairRows(current), await sweepIntervals(current)] as const;
  });
  current.log.info({ repaired: repaired?.count, forgotten: forgotten?.count }, 'repaired ranks of stats');
}

function repairRows({ db }: Current): Promise<{ count: string }[]> {
  return db.query(sql`
    with wrong as (
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
    )
    select count(*) from repaired`);
}

function sweepIntervals({ db, now }: Current): Promise<{ count: string }[]> {
  return db.query(sql`
    with forgotten as (
      delete from item_stat_turns t using crates c where c.crate_id = t.crate_id
        and t.at <= ${now()}::timestamptz
          - coalesce((c.policy #>> array['stats', t.name, 'minInterval'])::float8, 0) * interval '1 second'
      returning 1
    )
    select count(*) from forgotten`);
}

/** So many items before it are counted, no more. */
const MAX_STAT_RANK = 1000;

/**
 * The place of an item among all of its crate, from 1, in each stat that the crate ranks; the highest value comes first. Permission is
 * up to the caller.
 */
export async function findStatRanks({ db }: Current, crateId: string, itemId: string): Promise<Map<string, number>> {
  const rows = await db.query<Pick<Row<'item_stats'>, 'name'> & { better: number }>(sql`
    select s.name, (select count(*)::int from (
      select from item_stats o where o.crate_id = ${crateId} and o.name = s.name and o.rank > s.rank
      limit ${MAX_STAT_RANK}::int) better) as better
    from item_stats s where s.crate_id = ${crateId} and s.item_id = ${itemId}::uuid and s.rank is not null`);
  return new Map(rows.map(({ name, better }) => [name, better + 1]));
}
