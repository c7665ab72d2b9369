import { STATE, columnsOf } from './states.server.ts';

const REST = STATE.replace('rev, ', '').replace(/,\s*updated_at,\s*updated_by/, '');

/**
 * Takes items out of the trash in one statement: `chosen` gives `item_id`, the `rev` of their last state and `then_rev`,
 * the version whose state they get. Their revision goes on after that of the deletion. The last state leaves the trash
 * before the item comes, so that quotas see it move, and stays in the history unless that keeps nothing.
 * Parameters: $1 the crate, $2 the time, $3 by whom; `chosen` may use further ones.
 */
export function undeleteSql(chosen: string, { keepsVersions }: { keepsVersions: boolean }): string {
  const kept = `kept as (
    insert into item_versions (crate_id, item_id, ${STATE}, ended_at)
    select $1, gone.item_id, ${columnsOf('gone')}, gone.ended_at from gone join item using (item_id)),`;
  return `with chosen as (${chosen}),
    emptied as (
      delete from trashed_items t using chosen where t.crate_id = $1 and t.item_id = chosen.item_id
      returning t.item_id, t.ordinal, t.created_at),
    gone as (
      delete from item_versions v using chosen join emptied using (item_id)
      where v.crate_id = $1 and v.item_id = chosen.item_id and v.rev = chosen.rev returning v.*),
    item as (
      insert into items (crate_id, item_id, ordinal, created_at, rev, updated_at, updated_by, ${REST})
      select $1, gone.item_id, emptied.ordinal, emptied.created_at, gone.rev + 2, greatest(gone.ended_at, $2::timestamptz),
        $3::text, ${REST.replaceAll(/\w+/g, 'v.$&')}
      from gone join emptied using (item_id) join chosen using (item_id)
      join item_versions v on v.crate_id = $1 and v.item_id = chosen.item_id and v.rev = chosen.then_rev
      returning *),
    ${keepsVersions ? kept : ''}
    tagged as (
      insert into item_tags select $1, tag, created_at, item_id, ordinal from item cross join lateral unnest(tags) tag),
    shared as (
      insert into item_shares
      select $1, sharer, created_at, item_id, ordinal from item cross join lateral unnest(collaborators[2:]) sharer),
    changed as (
      insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
      select $1, item_id, ordinal, rev, 'create', updated_at, updated_by, tags, collaborators from item)`;
}
