import type { Current } from '#app/current/current.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { forEachCrate } from '../crates/each-crate.server.ts';
import { CHANGES_DAYS, DEFAULT_KEEP, TRASH_DAYS } from './history.ts';
import { purgeSql } from './trash-moves.server.ts';

export async function purgeTrash(current: Current): Promise<void> {
  const before = daysAgo(current, TRASH_DAYS);
  const purged = await forEachCrate(current, (crateId) => {
    const old = sql`select item_id from trashed_items where crate_id = ${crateId} and deleted_at < ${before}
      order by deleted_at limit 100 for update skip locked`;
    return inBatches(current, sql`${purgeSql(crateId, old)} select count(*)::int as done from gone`);
  });
  current.log.info({ purged }, 'purged the trash');
}

/** The last state of an item in the trash, marked `trashed`, is not pruned. */
export async function pruneVersions(current: Current): Promise<void> {
  const pruned = await forEachCrate(current, (crateId, { keep }) => {
    const before = daysAgo(current, keep?.days ?? DEFAULT_KEEP.days);
    return inBatches(
      current,
      sql`with old as (
        select item_id, rev from item_versions where crate_id = ${crateId} and ended_at < ${before} and not trashed
        order by ended_at limit 500 for update skip locked
      ), gone as (
        delete from item_versions v using old
        where v.crate_id = ${crateId} and v.item_id = old.item_id and v.rev = old.rev returning 1
      )
      select count(*)::int as done from gone`,
    );
  });
  current.log.info({ pruned }, 'pruned versions');
}

/** As long as the crate keeps versions. */
export async function pruneSetHistory(current: Current): Promise<void> {
  const pruned = await forEachCrate(current, (crateId, { keep }) => {
    const before = daysAgo(current, keep?.days ?? DEFAULT_KEEP.days);
    return inBatches(
      current,
      sql`with old as (
        select set_name, owner, change_id from set_history where crate_id = ${crateId} and at < ${before}
        order by at limit 500 for update skip locked
      ), gone as (
        delete from set_history h using old where h.crate_id = ${crateId} and h.set_name = old.set_name
          and h.owner = old.owner and h.change_id = old.change_id returning 1
      )
      select count(*)::int as done from gone`,
    );
  });
  current.log.info({ pruned }, 'pruned the history of sets');
}

/** Deletes whole transactions of changes, and records how far back those of each crate reach. */
export async function pruneChanges(current: Current): Promise<void> {
  const before = daysAgo(current, CHANGES_DAYS);
  const pruned = await forEachCrate(current, (crateId) =>
    inBatches(
      current,
      sql`with first as materialized (
        select xid, at from item_changes where crate_id = ${crateId} order by xid, change_id limit 1000
      ), bound as (
        select xid from first
        where at < ${before} and not exists (select from first later where later.at >= ${before} and later.xid <= first.xid)
        order by xid desc limit 1
      ), noted as (
        update crates set changes_from = greatest(changes_from, bound.xid) from bound where crate_id = ${crateId}
      ), gone as (
        delete from item_changes c using bound where c.crate_id = ${crateId} and c.xid <= bound.xid returning 1
      )
      select count(*)::int as done from gone`,
    ),
  );
  current.log.info({ pruned }, 'pruned changes');
}

/** Runs in the transaction that has deleted the crate itself, so that nothing can come after. */
export async function deleteCrateHistory({ db }: Current, crateId: string): Promise<void> {
  // For a large crate that takes longer than any other statement may.
  await db.extendTimeout(600_000);
  await db.query(sql`delete from trashed_items where crate_id = ${crateId}`);
  await db.query(sql`delete from item_versions where crate_id = ${crateId}`);
  await db.query(sql`delete from item_stats where crate_id = ${crateId}`);
  await db.query(sql`delete from item_records where crate_id = ${crateId}`);
  await db.query(sql`delete from item_stat_turns where crate_id = ${crateId}`);
  await db.query(sql`delete from item_changes where crate_id = ${crateId}`);
  await db.query(sql`delete from usage where crate_id = ${crateId}`);
  await db.query(sql`delete from set_members where crate_id = ${crateId}`);
  await db.query(sql`delete from set_counts where crate_id = ${crateId}`);
  await db.query(sql`delete from set_history where crate_id = ${crateId}`);
}

function daysAgo({ now }: Current, days: number): Date {
  return new Date(now().getTime() - days * 86_400_000);
}

/** Each batch is committed. Rows locked by others are left for the next run, so that no two wait for each other. */
async function inBatches({ db }: Current, statement: Sql): Promise<number> {
  let done = 0;
  for (;;) {
    const [row] = await retryAfterDeadlock(db, () => db.query<{ done: number }>(statement));
    if (row === undefined || row.done === 0) return done;
    done += row.done;
  }
}
