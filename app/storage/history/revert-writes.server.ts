import type { Current } from '#app/current/current.server.ts';

import type { Crate } from '../crates/crate.ts';
import { DEFAULT_KEEP } from './history.ts';
import { STATE, columnsOf } from './states.server.ts';
import { undeleteSql } from './undelete.server.ts';

/** Does what the plan says. What goes frees its name first; names that are exchanged are given up before they are taken. */
export async function applyRevert(current: Current, { crateId, policy }: Crate): Promise<void> {
  const { db } = current;
  const keep = policy.keep?.versions ?? DEFAULT_KEEP.versions;
  const writer = [crateId, current.now(), current.actor.userId ?? null];
  await db.run(TRASH, writer);
  await db.run(RELEASE_NAMES, [crateId]);
  await db.run(RESTORE, [...writer, keep]);
  await db.run(`${undeleteSql(UNDELETED, { keepsVersions: keep > 0 })} select`, writer);
}

const UNDELETED = `select item_id, rev, then_rev from revert_plan where action = 'undelete'`;

const TRASH = `
  with item as (
    delete from items i using revert_plan p where p.action = 'trash' and i.crate_id = $1 and i.item_id = p.item_id returning i.*),
  kept as (
    insert into item_versions (crate_id, item_id, ${STATE}, ended_at, trashed)
    select $1, item_id, ${STATE}, greatest(updated_at, $2::timestamptz), true from item),
  trashed as (insert into trashed_items select $1, item_id, rev, ordinal, created_at, $2::timestamptz, $3::text from item),
  untagged as (
    delete from item_tags t using item cross join lateral unnest(item.tags) old(tag)
    where t.crate_id = $1 and t.tag = old.tag and t.created_at = item.created_at and t.item_id = item.item_id),
  unshared as (
    delete from item_shares s using item cross join lateral unnest(item.collaborators[2:]) old(user_id)
    where s.crate_id = $1 and s.user_id = old.user_id and s.created_at = item.created_at and s.item_id = item.item_id)
  insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags, was_collaborators)
  select $1, item_id, ordinal, rev + 1, 'delete', $2::timestamptz, $3::text, '{}', '{}', tags, collaborators from item`;

const RELEASE_NAMES = `
  update items i set name = null from revert_plan p
  where p.action = 'restore' and p.name_now is distinct from p.name_then and i.crate_id = $1 and i.item_id = p.item_id`;

const SET = STATE.replace('rev, ', '')
  .replace(/,\s*updated_at,\s*updated_by/, '')
  .replaceAll(/\w+/g, '$& = v.$&');

const RESTORE = `
  with seen as (
    select p.name_now, i.item_id, i.ordinal, i.created_at, ${columnsOf('i')}
    from revert_plan p join items i on i.crate_id = $1 and i.item_id = p.item_id where p.action = 'restore'),
  item as (
    update items i set rev = i.rev + 1, updated_at = greatest(i.updated_at, $2::timestamptz), updated_by = $3::text, ${SET}
    from revert_plan p join item_versions v on v.crate_id = $1 and v.item_id = p.item_id and v.rev = p.then_rev
    where p.action = 'restore' and i.crate_id = $1 and i.item_id = p.item_id
    returning i.item_id, i.rev, i.tags, i.collaborators, i.created_at, i.updated_at, i.updated_by, i.ordinal),
  kept as (
    insert into item_versions (crate_id, item_id, ${STATE}, ended_at)
    select $1, item_id, ${columnsOf('seen').replace('seen.name', 'seen.name_now')}, item.updated_at
    from seen join item using (item_id) where $4::int > 0),
  pruned as (
    delete from item_versions v using item
    where v.crate_id = $1 and v.item_id = item.item_id and v.rev < item.rev - $4::int and not v.trashed and $4::int > 0),
  untagged as (
    delete from item_tags t using seen join item using (item_id) cross join lateral unnest(seen.tags) old(tag)
    where t.crate_id = $1 and t.tag = old.tag and t.created_at = item.created_at and t.item_id = item.item_id
      and old.tag <> all(item.tags)),
  tagged as (
    insert into item_tags select $1, fresh.tag, item.created_at, item_id, item.ordinal
    from seen join item using (item_id) cross join lateral unnest(item.tags) fresh(tag) where fresh.tag <> all(seen.tags)),
  unshared as (
    delete from item_shares s using seen join item using (item_id) cross join lateral unnest(seen.collaborators[2:]) old(user_id)
    where s.crate_id = $1 and s.user_id = old.user_id and s.created_at = item.created_at and s.item_id = item.item_id
      and old.user_id <> all(item.collaborators[2:])),
  shared as (
    insert into item_shares select $1, fresh.user_id, item.created_at, item_id, item.ordinal
    from seen join item using (item_id) cross join lateral unnest(item.collaborators[2:]) fresh(user_id)
    where fresh.user_id <> all(seen.collaborators[2:]))
  insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags, was_collaborators)
  select $1, item_id, item.ordinal, item.rev, 'update', item.updated_at, item.updated_by, item.tags, item.collaborators,
    nullif(seen.tags, item.tags), nullif(seen.collaborators, item.collaborators) from seen join item using (item_id)`;
