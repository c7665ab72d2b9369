import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { Crate } from '../crates/crate.ts';
import { DEFAULT_KEEP } from './history.ts';
import { CONTENT_COLUMNS, STATE_COLUMNS } from './states.server.ts';
import { undeleteSql } from './trash-moves.server.ts';

/** Items that go free their names first; exchanged names are released before they are taken. */
export async function applyRevert(current: Current, { crateId, policy }: Crate): Promise<void> {
  const { db } = current;
  const keep = policy.keep?.versions ?? DEFAULT_KEEP.versions;
  const planned = sql`select item_id, rev, then_rev from revert_plan where action = 'undelete'`;
  await db.query(trashSql(current, crateId));
  await db.query(sql`
    update items i set name = null from revert_plan p
    where p.action = 'restore' and p.name_now is distinct from p.name_then and i.crate_id = ${crateId}
      and i.item_id = p.item_id`);
  await db.query(restoreSql(current, crateId, keep));
  await db.query(sql`${undeleteSql(current, crateId, planned, { keepsVersions: keep > 0 })} select`);
}

function trashSql({ actor, now }: Current, crateId: string): Sql {
  const [at, userId] = [now(), actor.userId ?? null];
  return sql`
    with item as (
      delete from items i using revert_plan p where p.action = 'trash' and i.crate_id = ${crateId} and i.item_id = p.item_id
      returning i.*),
    kept as (
      insert into item_versions (crate_id, item_id, ${STATE_COLUMNS}, ended_at, trashed)
      select ${crateId}, item_id, ${STATE_COLUMNS}, greatest(updated_at, ${at}::timestamptz), true from item),
    trashed as (
      insert into trashed_items select ${crateId}, item_id, rev, ordinal, created_at, ${at}::timestamptz, ${userId} from item),
    untagged as (
      delete from item_tags t using item cross join lateral unnest(item.tags) old(tag)
      where t.crate_id = ${crateId} and t.tag = old.tag and t.created_at = item.created_at and t.item_id = item.item_id),
    unshared as (
      delete from item_shares s using item cross join lateral unnest(item.collaborators[2:]) old(user_id)
      where s.crate_id = ${crateId} and s.user_id = old.user_id and s.created_at = item.created_at
        and s.item_id = item.item_id)
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags, was_collaborators)
    select ${crateId}, item_id, ordinal, rev + 1, 'delete', ${at}::timestamptz, ${userId}, '{}', '{}', tags, collaborators
    from item`;
}

function restoreSql({ actor, now }: Current, crateId: string, keep: number): Sql {
  return sql`
    with seen as (
      select i.item_id, i.ordinal, i.created_at, i.rev, p.name_now as name, ${CONTENT_COLUMNS}, updated_at, updated_by
      from revert_plan p join items i on i.crate_id = ${crateId} and i.item_id = p.item_id where p.action = 'restore'),
    item as (
      update items i set rev = i.rev + 1, updated_at = greatest(i.updated_at, ${now()}::timestamptz),
        updated_by = ${actor.userId ?? null}, name = v.name, user_id = v.user_id, collaborators = v.collaborators,
        tags = v.tags, map = v.map, note = v.note, mimetype = v.mimetype, bytes = v.bytes, body = v.body,
        file_key = v.file_key, digest = v.digest
      from revert_plan p join item_versions v on v.crate_id = ${crateId} and v.item_id = p.item_id and v.rev = p.then_rev
      where p.action = 'restore' and i.crate_id = ${crateId} and i.item_id = p.item_id
      returning i.item_id, i.rev, i.tags, i.collaborators, i.created_at, i.updated_at, i.updated_by, i.ordinal),
    kept as (
      insert into item_versions (crate_id, item_id, ${STATE_COLUMNS}, ended_at)
      select ${crateId}, item_id, ${STATE_COLUMNS}, ended_at
      from seen join (select item_id, updated_at as ended_at from item) written using (item_id) where ${keep}::int > 0),
    pruned as (
      delete from item_versions v using item
      where v.crate_id = ${crateId} and v.item_id = item.item_id and v.rev < item.rev - ${keep}::int and not v.trashed
        and ${keep}::int > 0),
    untagged as (
      delete from item_tags t using seen join item using (item_id) cross join lateral unnest(seen.tags) old(tag)
      where t.crate_id = ${crateId} and t.tag = old.tag and t.created_at = item.created_at and t.item_id = item.item_id
        and old.tag <> all(item.tags)),
    tagged as (
      insert into item_tags select ${crateId}, fresh.tag, item.created_at, item_id, item.ordinal
      from seen join item using (item_id) cross join lateral unnest(item.tags) fresh(tag) where fresh.tag <> all(seen.tags)),
    unshared as (
      delete from item_shares s
      using seen join item using (item_id) cross join lateral unnest(seen.collaborators[2:]) old(user_id)
      where s.crate_id = ${crateId} and s.user_id = old.user_id and s.created_at = item.created_at
        and s.item_id = item.item_id and old.user_id <> all(item.collaborators[2:])),
    shared as (
      insert into item_shares select ${crateId}, fresh.user_id, item.created_at, item_id, item.ordinal
      from seen join item using (item_id) cross join lateral unnest(item.collaborators[2:]) fresh(user_id)
      where fresh.user_id <> all(seen.collaborators[2:]))
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags, was_collaborators)
    select ${crateId}, item_id, item.ordinal, item.rev, 'update', item.updated_at, item.updated_by, item.tags,
      item.collaborators, nullif(seen.tags, item.tags), nullif(seen.collaborators, item.collaborators)
    from seen join item using (item_id)`;
}
