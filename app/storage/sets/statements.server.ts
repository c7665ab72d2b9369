import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql, SqlValue } from '#lib/database/sql.server.ts';

export interface MemberRow {
  readonly set: string;
  readonly owner: string;
  readonly member: string;
  readonly entryId: string;
  readonly changeId: string;
  readonly createdAt: Date;
  readonly userId: string | null;
  readonly keepsHistory: boolean;
}

/** A membership that was really added or removed, with the members that its owner has now. Null: there was none. */
export type ChangedMemberRow = Pick<Row<'set_members'>, 'set_name' | 'owner' | 'member'> & { size: string };

// Rows are written in one order, so that overlapping batches wait for each other: memberships, then counts, then stats.

/** Returns no row when the crate is gone, and one of nulls when nothing was new. */
export function addMembersSql(crateId: string, rows: readonly MemberRow[], now: Date): Sql {
  const added = sql`insert into set_members (crate_id, set_name, owner, member, entry_id, created_at)
    select ${crateId}, set_name, owner, member, entry_id, created_at from wanted order by set_name, owner, member
    on conflict do nothing returning set_name, owner, member`;
  return changeSql(crateId, rows, now, added, { kind: sql`'add'`, step: sql`count(*)` });
}

/** The same for what is to be removed. */
export function removeMembersSql(crateId: string, rows: readonly MemberRow[], now: Date): Sql {
  // Found one by one by their key: joined, a plan that was made while the table was empty would walk the crate.
  const removed = sql`delete from set_members where ctid = any(array(
    select own.ctid from (select * from wanted order by set_name, owner, member) w cross join lateral (
      select m.ctid from set_members m where m.crate_id = ${crateId} and m.set_name = w.set_name
        and m.owner = w.owner and m.member = w.member limit 1 for update) own))
    returning set_name, owner, member`;
  return changeSql(crateId, rows, now, removed, { kind: sql`'remove'`, step: sql`- count(*)` });
}

function changeSql(
  crateId: string,
  rows: readonly MemberRow[],
  now: Date,
  changed: Sql,
  { kind, step }: { kind: Sql; step: Sql },
): Sql {
  const each = (toValue: (row: MemberRow) => SqlValue) => rows.map(toValue);
  // The lists are selected so that the planner does not see their lengths: it would plan anew for each. The lock keeps
  // the crate from being deleted before this is.
  return sql`with crate as (select crate_id from crates where crate_id = ${crateId} for key share),
    wanted as (select w.* from crate cross join unnest((select ${each(({ set }) => set)}::text[]),
      (select ${each(({ owner }) => owner)}::text[]), (select ${each(({ member }) => member)}::text[]),
      (select ${each(({ entryId }) => entryId)}::uuid[]), (select ${each(({ changeId }) => changeId)}::uuid[]),
      (select ${each(({ createdAt }) => createdAt)}::timestamptz[]), (select ${each(({ userId }) => userId)}::text[]),
      (select ${each(({ keepsHistory }) => keepsHistory)}::bool[]))
      w(set_name, owner, member, entry_id, change_id, created_at, user_id, keeps_history)),
    changed as (${changed}),
    counted as (insert into set_counts as c (crate_id, set_name, side, id, size)
      select ${crateId}, changed.set_name, of.side, of.id, ${step}
      from changed cross join lateral (values ('owner', owner), ('member', member)) of(side, id)
      group by changed.set_name, of.side, of.id order by changed.set_name, of.side, of.id
      on conflict (crate_id, set_name, side, id) do update set size = c.size + excluded.size
      returning set_name, side, id, size),
    noted as (insert into set_history (crate_id, set_name, owner, change_id, member, kind, at, user_id)
      select ${crateId}, set_name, owner, change_id, member, ${kind}, ${now}::timestamptz, user_id
      from changed join wanted using (set_name, owner, member) where keeps_history)
    select changed.set_name, changed.owner, changed.member, counted.size
    from crate left join (changed join counted on counted.set_name = changed.set_name and counted.side = 'owner'
      and counted.id = changed.owner) on true`;
}
