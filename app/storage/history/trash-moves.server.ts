import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { CONTENT_COLUMNS, STATE_COLUMNS } from './states.server.ts';

/** Purges the items whose `item_id` is in `chosen`. A select must follow; `gone` has what was removed. */
export function purgeSql(crateId: string, chosen: Sql): Sql {
  return sql`with chosen as (${chosen}),
    gone as (
      delete from trashed_items t using chosen where t.crate_id = ${crateId} and t.item_id = chosen.item_id
      returning t.item_id),
    versions as (delete from item_versions v using gone where v.crate_id = ${crateId} and v.item_id = gone.item_id),
    stats as (delete from item_stats s using gone where s.crate_id = ${crateId} and s.item_id = gone.item_id),
    records as (delete from item_records r using gone where r.crate_id = ${crateId} and r.item_id = gone.item_id),
    turns as (delete from item_stat_turns t using gone where t.crate_id = ${crateId} and t.item_id = gone.item_id)`;
}

// `chosen` has `item_id`, `rev` of the last state and `then_rev`, the version to restore; a select from `item` must
// follow. The last state leaves the trash before the item comes, so that quotas see it move, and stays in the history
// unless that keeps nothing.
export function undeleteSql(
  { actor, now }: Current,
  crateId: string,
  chosen: Sql,
  { keepsVersions }: { keepsVersions: boolean },
): Sql {
  const versionInsert = sql`kept as (
    insert into item_versions (crate_id, item_id, ${STATE_COLUMNS}, ended_at)
    select ${crateId}, item_id, ${STATE_COLUMNS}, ended_at from gone join (select item_id from item) written using (item_id)),`;
  return sql`with chosen as (${chosen}),
    emptied as (
      delete from trashed_items t using chosen where t.crate_id = ${crateId} and t.item_id = chosen.item_id
      returning t.item_id, t.ordinal, t.created_at),
    gone as (
      delete from item_versions v using chosen join emptied using (item_id)
      where v.crate_id = ${crateId} and v.item_id = chosen.item_id and v.rev = chosen.rev returning v.*),
    item as (
      insert into items (crate_id, item_id, ordinal, created_at, rev, updated_at, updated_by, name, ${CONTENT_COLUMNS})
      select ${crateId}, last.item_id, ordinal, created_at, last.rev + 2, greatest(last.ended_at, ${now()}::timestamptz),
        ${actor.userId ?? null}::text, name, ${CONTENT_COLUMNS}
      from (select item_id, rev, ended_at from gone) last join emptied using (item_id) join chosen using (item_id)
      join item_versions v on v.crate_id = ${crateId} and v.item_id = chosen.item_id and v.rev = chosen.then_rev
      returning *),
    ${keepsVersions ? versionInsert : sql.empty}
    tagged as (
      insert into item_tags select ${crateId}, tag, created_at, item_id, ordinal from item cross join lateral unnest(tags) tag),
    shared as (
      insert into item_shares
      select ${crateId}, sharer, created_at, item_id, ordinal from item cross join lateral unnest(collaborators[2:]) sharer),
    changed as (
      insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
      select ${crateId}, item_id, ordinal, rev, 'create', updated_at, updated_by, tags, collaborators from item)`;
}
