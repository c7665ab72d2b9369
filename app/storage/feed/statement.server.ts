import { Values, accessSql } from '../crates/access.server.ts';
import type { Access } from '../crates/policy.ts';
import { ITEM_COLUMNS } from '../rows.server.ts';

import type { FeedPosition } from './position.server.ts';

export interface Sql {
  text: string;
  values: unknown[];
}

/** Keeps the planner from reading all items of a crate to find those of a slice. */
const OFFSET_FENCE = 'offset 0';

const DATABASE_INCARNATION = `(select system_identifier from pg_control_system()) || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/**
 * Changes of transactions below `horizon`, the oldest one still running, are final. `ceiling` is the next one to come:
 * what stands above it came with a dump from another database.
 */
const feedSql = (crate: string) => `feed as materialized (
  select k.changes_from, ${DATABASE_INCARNATION} as life, pg_snapshot_xmin(now) as horizon, pg_snapshot_xmax(now) as ceiling
  from crates k, pg_current_snapshot() now where k.crate_id = ${crate})`;

/**
 * The last change that is final. It is a row that is there, not the horizon, because after a crash the numbers of
 * transactions that were given up can be given again.
 */
export const START = {
  name: 'feed_start',
  text: `with ${feedSql('$1')}
    select feed.life, greatest(feed.changes_from, (
      select c.xid from item_changes c where c.crate_id = $1 and c.xid < feed.horizon
      order by c.xid desc, c.change_id desc limit 1)) as xid
    from feed`,
};

/**
 * A slice of at most `size` final changes after a position; of those, what the asker is told. An item that they may see is told at its
 * last change, as it is now. One that they may not see now is told as deleted by each change that took it from them, so
 * that no change of it before or after leaves a trace. Every row carries what is told of the slice as a whole.
 */
export function changesStatement(
  crateId: string,
  access: Access,
  position: FeedPosition,
  limit: number,
  size: number,
): Sql {
  const values = new Values();
  const crate = values.add(crateId, 'text');
  const from = `(${values.add(position.xid, 'xid8')}, ${values.add(position.change, 'bigint')})`;
  const sees = accessSql(access, values);
  const text = `with ${feedSql(crate)},
    slice as materialized (
      select c.* from feed cross join lateral (
        select c.* from item_changes c where c.crate_id = ${crate} and (c.xid, c.change_id) > ${from} and c.xid < feed.horizon
        order by c.xid, c.change_id limit ${values.add(size, 'int')}) c),
    last as (select xid, change_id from slice order by xid desc, change_id desc limit 1),
    told as (
      select c.xid, c.change_id, c.item_id as changed_id, c.kind, c.at, ${ITEM_COLUMNS}
      from slice c left join lateral (
        select * from items i where i.crate_id = ${crate} and i.item_id = c.item_id and ${sees} ${OFFSET_FENCE}) i on true
      where case when i.item_id is null
        then c.kind <> 'create' and exists (
          select from (select coalesce(c.was_tags, c.tags), was.collaborators, was.collaborators[1]
            from (select coalesce(c.was_collaborators, c.collaborators)) was(collaborators)) i(tags, collaborators, user_id)
          where ${sees})
        else not exists (
          select from item_changes later, feed where later.crate_id = ${crate} and later.item_id = c.item_id
            and later.rev > c.rev and later.xid < feed.horizon) end
      order by c.xid, c.change_id limit ${values.add(limit + 1, 'int')})
    select feed.life, feed.changes_from, feed.ceiling, last.xid as last_xid, last.change_id as last_change,
      (select count(*) from slice)::int as looked_at, told.*,
      exists (select from item_changes c where c.crate_id = ${crate} and c.xid >= feed.horizon and c.xid < feed.ceiling) as awaits
    from feed left join last on true left join told on true order by told.xid, told.change_id`;
  return { text, values: values.list };
}

/** A slice of at most `size` items after the last one that was given; of those, what the asker may see. */
export function walkStatement(crateId: string, access: Access, walked: string, limit: number, size: number): Sql {
  const values = new Values();
  const crate = values.add(crateId, 'text');
  const text = `with ${feedSql(crate)},
    slice as materialized (
      select item_id from items where crate_id = ${crate} and item_id > ${values.add(walked, 'uuid')}
      order by item_id limit ${values.add(size, 'int')}),
    last as (select item_id from slice order by item_id desc limit 1),
    told as (
      select i.item_id as changed_id, 'create' as kind, i.updated_at as at, ${ITEM_COLUMNS}
      from slice cross join lateral (
        select * from items i where i.crate_id = ${crate} and i.item_id = slice.item_id and ${accessSql(access, values)}
        ${OFFSET_FENCE}) i
      order by i.item_id limit ${values.add(limit + 1, 'int')})
    select feed.life, feed.changes_from, feed.ceiling, last.item_id as last_item,
      (select count(*) from slice)::int as looked_at, told.*
    from feed left join last on true left join told on true order by told.changed_id`;
  return { text, values: values.list };
}
