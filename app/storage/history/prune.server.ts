import type { Current } from '#app/current/current.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import type { Statement } from '#lib/database/database.server.ts';

import type { Policy } from '../crates/policy.ts';
import { CHANGES_DAYS, DEFAULT_KEEP, TRASH_DAYS } from './history.ts';
import { purgeSql } from './purge.server.ts';

const CRATES = 100;

/** Removes from the trash what has been there for 30 days, with its versions, stats and records. */
export async function purgeTrash(current: Current): Promise<void> {
  const before = daysAgo(current, TRASH_DAYS);
  const purged = await inEachCrate(current, (crateId) => inBatches(current, PURGE, [crateId, before], 100));
  current.log.info({ purged }, 'purged the trash');
}

/** Removes the versions that ended longer ago than their crate keeps them. The trash is not theirs. */
export async function pruneVersions(current: Current): Promise<void> {
  const pruned = await inEachCrate(current, (crateId, { keep }) =>
    inBatches(current, PRUNE_VERSIONS, [crateId, daysAgo(current, keep?.days ?? DEFAULT_KEEP.days)], 500),
  );
  current.log.info({ pruned }, 'pruned versions');
}

/** Removes the changes of more than 30 days ago, whole transactions of them, and notes how far each crate's reach back. */
export async function pruneChanges(current: Current): Promise<void> {
  const before = daysAgo(current, CHANGES_DAYS);
  const pruned = await inEachCrate(current, (crateId) => inBatches(current, PRUNE_CHANGES, [crateId, before], 1000));
  current.log.info({ pruned }, 'pruned changes');
}

function daysAgo({ now }: Current, days: number): Date {
  return new Date(now().getTime() - days * 86_400_000);
}

async function inEachCrate(
  current: Current,
  work: (crateId: string, policy: Policy) => Promise<number>,
): Promise<number> {
  let done = 0;
  let after = '';
  for (;;) {
    const crates = await current.db.query<{ crate_id: string; policy: Policy }>(NEXT_CRATES, [after, CRATES]);
    for (const { crate_id: crateId, policy } of crates) done += await work(crateId, policy);
    const last = crates.at(-1);
    if (last === undefined || crates.length < CRATES) return done;
    after = last.crate_id;
  }
}

/** Runs a statement that does at most `batch` at a time until there is nothing left; each commits by itself. */
async function inBatches({ db }: Current, statement: Statement, values: unknown[], batch: number): Promise<number> {
  let done = 0;
  for (;;) {
    const [row] = await retryAfterDeadlock(db, () => db.query<{ done: number }>(statement, [...values, batch]));
    if (row === undefined || row.done === 0) return done;
    done += row.done;
  }
}

const NEXT_CRATES = {
  name: 'prune_crates',
  text: 'select crate_id, policy from crates where crate_id > $1 order by crate_id limit $2',
};

// What another transaction holds is left for the next time, so that no two wait for each other.
const PURGE = {
  name: 'trash_purge',
  text: `${purgeSql(`select item_id from trashed_items
      where crate_id = $1 and deleted_at < $2 order by deleted_at limit $3 for update skip locked`)}
    select count(*)::int as done from gone`,
};
const PRUNE_VERSIONS = {
  name: 'versions_prune',
  text: `with old as (
      select item_id, rev from item_versions where crate_id = $1 and ended_at < $2 and not trashed
      order by ended_at limit $3 for update skip locked
    ), gone as (
      delete from item_versions v using old where v.crate_id = $1 and v.item_id = old.item_id and v.rev = old.rev returning 1
    )
    select count(*)::int as done from gone`,
};
const PRUNE_CHANGES = {
  name: 'changes_prune',
  text: `with first as materialized (
      select xid, at from item_changes where crate_id = $1 order by xid, change_id limit $3
    ), bound as (
      select xid from first
      where at < $2 and not exists (select from first later where later.at >= $2 and later.xid <= first.xid)
      order by xid desc limit 1
    ), noted as (
      update crates set changes_from = greatest(changes_from, bound.xid) from bound where crate_id = $1
    ), gone as (
      delete from item_changes c using bound where c.crate_id = $1 and c.xid <= bound.xid returning 1
    )
    select count(*)::int as done from gone`,
};
