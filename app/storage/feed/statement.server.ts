import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { accessSql } from '../crates/access.server.ts';
import type { Access } from '../crates/policy.ts';
import { ITEM_METADATA } from '../rows.server.ts';
import type { FeedPosition } from './position.server.ts';

/** An existing row, not the horizon: after a crash PostgreSQL may reuse ids of uncommitted transactions. */
export function startStatement(crateId: string): Sql {
  return sql`with ${feedSql(crateId)}
    select feed.life, greatest(feed.changes_from, (
      select c.xid from item_changes c where c.crate_id = ${crateId} and c.xid < feed.horizon
      order by c.xid desc, c.change_id desc limit 1)) as xid
    from feed`;
}

// Of at most `size` final changes those that the reader may know. An item that they may not see now is deleted by each
// change that took it from them, so that no change of it before or after leaves a trace. Every row repeats the facts of
// the slice.
export function changesStatement(
  crateId: string,
  access: Access,
  { xid, change }: FeedPosition,
  limit: number,
  size: number,
): Sql {
  const sees = accessSql(access);
  return sql`with ${feedSql(crateId)},
    slice as materialized (
      select c.* from feed cross join lateral (
        select c.* from item_changes c
        where c.crate_id = ${crateId} and (c.xid, c.change_id) > (${xid}::xid8, ${change}::bigint) and c.xid < feed.horizon
        order by c.xid, c.change_id limit ${size}::int) c),
    last as (select xid, change_id from slice order by xid desc, change_id desc limit 1),
    entry as (
      select c.xid, c.change_id, c.item_id as changed_id, c.kind, c.at, ${ITEM_METADATA}
      from slice c left join lateral (${selectItem(crateId, sql`c.item_id`, sees)}) i on true
      where case when i.item_id is null
        then c.kind <> 'create' and exists (
          select from (select coalesce(c.was_tags, c.tags), was.collaborators, was.collaborators[1]
            from (select coalesce(c.was_collaborators, c.collaborators)) was(collaborators)) i(tags, collaborators, user_id)
          where ${sees})
        else not exists (
          select from item_changes later, feed where later.crate_id = ${crateId} and later.item_id = c.item_id
            and later.rev > c.rev and later.xid < feed.horizon) end
      order by c.xid, c.change_id limit ${limit + 1}::int)
    select feed.life, feed.changes_from, feed.ceiling, last.xid as last_xid, last.change_id as last_change,
      (select count(*) from slice)::int as slice_size, entry.*,
      exists (
        select from item_changes c where c.crate_id = ${crateId} and c.xid >= feed.horizon and c.xid < feed.ceiling) as is_pending
    from feed left join last on true left join entry on true order by entry.xid, entry.change_id`;
}

export function walkStatement(crateId: string, access: Access, walked: string, limit: number, size: number): Sql {
  return sql`with ${feedSql(crateId)},
    slice as materialized (
      select item_id from items where crate_id = ${crateId} and item_id > ${walked}::uuid order by item_id limit ${size}::int),
    last as (select item_id from slice order by item_id desc limit 1),
    entry as (
      select i.item_id as changed_id, 'create' as kind, i.updated_at as at, ${ITEM_METADATA}
      from slice cross join lateral (${selectItem(crateId, sql`slice.item_id`, accessSql(access))}) i
      order by i.item_id limit ${limit + 1}::int)
    select feed.life, feed.changes_from, feed.ceiling, last.item_id as last_item,
      (select count(*) from slice)::int as slice_size, entry.*
    from feed left join last on true left join entry on true order by entry.changed_id`;
}

/** Changes below `horizon` are final. Ids from `ceiling` on came with a dump from another database. */
function feedSql(crateId: string): Sql {
  return sql`feed as materialized (
    select k.changes_from, (select system_identifier from pg_control_system()) || '.' ||
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as life,
      pg_snapshot_xmin(now) as horizon, pg_snapshot_xmax(now) as ceiling
    from crates k, pg_current_snapshot() now where k.crate_id = ${crateId})`;
}

/** The limit keeps the planner from reading all items of the crate for a slice. */
function selectItem(crateId: string, itemId: Sql, sees: Sql): Sql {
  return sql`select * from items i where i.crate_id = ${crateId} and i.item_id = ${itemId} and ${sees} limit 1`;
}
