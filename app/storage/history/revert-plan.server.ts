import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { Crate } from '../crates/crate.ts';
import { retagSql } from '../crates/protection.server.ts';
import { protectionFrom } from '../crates/protection.ts';
import { CHANGES_DAYS } from './history.ts';

export interface RevertTarget {
  to: Date;
  userId: string | null;
}

// `rev` is an item's last revision, `then_rev` that of the version it goes back to, which began by that moment and
// ended later. Nothing is guessed: where that version is pruned, and nothing proves that there was no item, the item is
// a conflict.
export async function planRevert({ db, now }: Current, { crateId }: Crate, target: RevertTarget): Promise<void> {
  await db.query(sql`create temporary table revert_plan (
    item_id uuid primary key, action text not null, is_trashed boolean not null, rev bigint, then_rev bigint,
    name_now text collate "C", name_then text collate "C"
  ) on commit drop`);
  const hasChanges = target.to >= new Date(now().getTime() - CHANGES_DAYS * 86_400_000);
  await db.query(changedItemsSql(crateId, target, hasChanges));
  await db.query(purgedItemsSql(crateId, target));
  await db.query(sql`analyze revert_plan`);
}

/** A write that was faster than this lock came after the moment of the revert, and is skipped. */
export async function lockPlan({ db }: Current, { crateId }: Crate): Promise<void> {
  await db.query(sql`
    with locked as (
      select i.item_id from revert_plan p join items i on i.crate_id = ${crateId} and i.item_id = p.item_id and i.rev = p.rev
      where p.action in ('restore', 'trash') order by i.item_id for update of i
    ), locked_trash as (
      select t.item_id from revert_plan p
      join trashed_items t on t.crate_id = ${crateId} and t.item_id = p.item_id and t.rev = p.rev
      where p.action = 'undelete' order by t.item_id for update of t
    ), held as (select item_id from locked union all select item_id from locked_trash)
    update revert_plan p set action = 'changedMeanwhile'
    where p.action in ('restore', 'trash', 'undelete') and not exists (select from held where held.item_id = p.item_id)`);
  // The job that prunes versions does not lock their items.
  await db.query(sql`
    with kept as (
      select v.item_id from revert_plan p
      join item_versions v on v.crate_id = ${crateId} and v.item_id = p.item_id and v.rev = p.then_rev
      where p.action in ('restore', 'undelete') order by v.item_id for key share of v
    )
    update revert_plan p set action = 'notKept'
    where p.action in ('restore', 'undelete') and not exists (select from kept where kept.item_id = p.item_id)`);
}

export async function excludeProtected({ db, actor }: Current, { crateId, policy }: Crate): Promise<void> {
  if (protectionFrom(actor.role, policy) === undefined) return;
  await db.query(sql`
    update revert_plan p set action = 'tagProtected' from item_versions v
    where p.action in ('restore', 'undelete') and v.crate_id = ${crateId} and v.item_id = p.item_id and v.rev = p.then_rev
      and exists (
        select from (
          select tags from items where crate_id = ${crateId} and item_id = p.item_id
          union all
          select tags from item_versions where crate_id = ${crateId} and item_id = p.item_id and rev = p.rev and trashed
        ) i where not ${retagSql(actor.role, policy, sql`i.tags`, sql`v.tags`)})`);
}

/** Skips items whose former name stays another's. Such an item keeps its own name, which may be that of a third. */
export async function excludeTakenNames({ db }: Current, { crateId }: Crate): Promise<void> {
  await db.query(sql`
    with recursive named as (
      select item_id, is_trashed, name_now, name_then from revert_plan
      where action in ('restore', 'undelete') and name_then is not null
    ), taken as (
      select p.* from named p
      join items i on i.crate_id = ${crateId} and i.sort_name = p.name_then and i.item_id <> p.item_id
      left join revert_plan q on q.item_id = i.item_id
      where q.action is null or q.action not in ('restore', 'trash')
      union
      select p.* from named p join named q on q.name_then = p.name_then and q.item_id < p.item_id
    ), blocked as (
      select * from taken
      union
      select p.* from blocked b join named p on p.name_then = b.name_now and p.item_id <> b.item_id where not b.is_trashed
    )
    update revert_plan p set action = 'nameTaken' from blocked b where p.item_id = b.item_id`);
}

function changedItemsSql(crateId: string, { to, userId }: RevertTarget, hasChanges: boolean): Sql {
  const isWanted = userId === null ? sql`true` : editedSql(crateId, to, sql`e.user_id = ${userId}`);
  const byOthers = userId === null ? sql`false` : editedSql(crateId, to, sql`e.user_id is distinct from ${userId}`);
  return sql`
    with candidate as (
      select i.item_id, i.rev, i.updated_at, i.updated_by, i.name, false as is_trashed, null::text as deleted_by
      from items i where i.crate_id = ${crateId} and i.updated_at > ${to}
      union all
      select t.item_id, t.rev, v.updated_at, v.updated_by, v.name, true, t.deleted_by
      from trashed_items t join item_versions v on v.crate_id = ${crateId} and v.item_id = t.item_id and v.rev = t.rev
      where t.crate_id = ${crateId} and t.deleted_at > ${to}
    ), known as materialized (
      select c.*, was.rev as then_rev, was.name as name_then, case
          when was.ended_at > ${to} then 'there'
          when was.rev is not null and ${isDeletionSql(crateId)} then 'absent'
          when was.rev is null and ${isCreationSql(crateId, hasChanges)} then 'absent'
          else 'unknown'
        end as verdict
      from candidate c
      left join lateral (
        select v.rev, v.name, v.ended_at from item_versions v
        where v.crate_id = ${crateId} and v.item_id = c.item_id and v.updated_at <= ${to} order by v.rev desc limit 1
      ) was on true
      cross join lateral (
        select rev, updated_at from (
          (select v.rev, v.updated_at from item_versions v
            where v.crate_id = ${crateId} and v.item_id = c.item_id order by v.rev limit 1)
          union all select c.rev, c.updated_at
        ) kept order by rev limit 1
      ) first
    ), wanted as materialized (
      select c.*, case
          when c.verdict = 'unknown' then 'notKept'
          when c.verdict = 'there' and c.is_trashed then 'undelete'
          when c.verdict = 'there' then 'restore'
          when not c.is_trashed then 'trash'
        end as action
      from known c where not (c.verdict = 'there' and not c.is_trashed and ${isSameSql(crateId)})
    )
    insert into revert_plan
    select c.item_id, case when ${byOthers} then 'editedByOthers' else c.action end, c.is_trashed, c.rev, c.then_rev, c.name,
      c.name_then
    from wanted c where c.action is not null and ${isWanted}`;
}

/** Revisions count up from the milliseconds of the creation; else a change that created the item proves it. */
function isCreationSql(crateId: string, hasChanges: boolean): Sql {
  return sql`(
    (first.rev = floor(extract(epoch from first.updated_at) * 1000)::bigint or ${hasChanges}::boolean and exists (
      select from item_changes m
      where m.crate_id = ${crateId} and m.item_id = c.item_id and m.rev = first.rev and m.kind = 'create'))
    and not exists (
      select from item_changes m where m.crate_id = ${crateId} and m.item_id = c.item_id and m.rev < first.rev))`;
}

/** An item that came back from the trash has a gap in its revisions there. */
function isDeletionSql(crateId: string): Sql {
  return sql`exists (
    select from item_changes m
    where m.crate_id = ${crateId} and m.item_id = c.item_id and m.rev = was.rev + 1 and m.kind = 'delete')`;
}

function isSameSql(crateId: string): Sql {
  return sql`exists (
    select from items i join item_versions v on v.crate_id = ${crateId} and v.item_id = c.item_id and v.rev = c.then_rev
    where i.crate_id = ${crateId} and i.item_id = c.item_id
      and (i.name, i.note, i.user_id, i.collaborators, i.tags, i.map, i.mimetype, i.bytes)
        is not distinct from (v.name, v.note, v.user_id, v.collaborators, v.tags, v.map, v.mimetype, v.bytes)
      and coalesce(i.digest = v.digest, i.file_key = v.file_key, false))`;
}

function editedSql(crateId: string, to: Date, condition: Sql): Sql {
  return sql`(
    exists (select from (values (c.updated_by, c.updated_at)) e(user_id, at) where e.at > ${to} and ${condition})
    or c.is_trashed and exists (select from (values (c.deleted_by)) e(user_id) where ${condition})
    or exists (select from item_versions v cross join lateral (values (v.updated_by)) e(user_id)
      where v.crate_id = ${crateId} and v.item_id = c.item_id and v.updated_at > ${to} and ${condition})
    or exists (select from item_changes e
      where e.crate_id = ${crateId} and e.item_id = c.item_id and e.at > ${to} and ${condition}))`;
}

/** Items that were purged since are known by their changes alone. */
function purgedItemsSql(crateId: string, { to, userId }: RevertTarget): Sql {
  const isWanted =
    userId === null
      ? sql`true`
      : sql`exists (select from item_changes m
          where m.crate_id = ${crateId} and m.item_id = c.item_id and m.at > ${to} and m.user_id = ${userId})`;
  return sql`
    insert into revert_plan (item_id, action, is_trashed)
    select distinct c.item_id, 'notKept', true from item_changes c
    where c.crate_id = ${crateId} and c.at > ${to} and c.kind = 'delete'
      and not exists (select from items i where i.crate_id = ${crateId} and i.item_id = c.item_id)
      and not exists (select from trashed_items t where t.crate_id = ${crateId} and t.item_id = c.item_id)
      and 'create' <> (
        select m.kind from item_changes m
        where m.crate_id = ${crateId} and m.item_id = c.item_id and m.at > ${to} order by m.rev limit 1)
      and ${isWanted}`;
}
