import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { accessSql } from '../crates/access.server.ts';
import type { Access } from '../crates/policy.ts';
import { isItemId } from '../item.ts';
import { invalidMembers } from './problems.ts';
import { MAX_SET_PAGE } from './set.ts';
import type { SetEntry, SetOrder } from './set.ts';

/** `_id` of entries, strictly before and after which a page is. */
export interface EntryRange {
  readonly beforeId?: string | undefined;
  readonly afterId?: string | undefined;
}

export interface SetPage {
  readonly rows: SetEntry[];
  /** There are more in the same direction. */
  readonly hasMore: boolean;
}

/** Those with the owner or the member that is named, as a list or, where `only` gives the other ids, looked up. */
interface PageQuery extends EntryRange {
  readonly crateId: string;
  readonly set: string;
  readonly owner?: string;
  readonly member?: string;
  readonly only?: readonly string[] | undefined;
  readonly beforeMember?: string | undefined;
  readonly afterMember?: string | undefined;
  readonly sort?: SetOrder | undefined;
  readonly limit: number;
  /** Of members that are names of items: which of these are shown. */
  readonly access?: Access | undefined;
  readonly where?: ((member: Sql) => Sql) | undefined;
  /** Whether an owner shows their set to the actor. */
  readonly isShown: (owner: Sql) => Sql | undefined;
}

/** @throws Problem 400 for what is no `_id` */
export async function findPage(current: Current, query: PageQuery): Promise<SetPage> {
  const limit = Math.min(query.limit, MAX_SET_PAGE);
  const found = await current.db.query<EntryRow>(sql`
    select m.entry_id, m.owner, m.member, m.created_at from ${sourceSql(query)} ${rangeSql(query)} ${visibleSql(query)}
    order by ${ORDERS[query.sort ?? 'createdAt']} ${limitSql(limit + 1)}`);
  return { rows: found.slice(0, limit).map(toEntry), hasMore: found.length > limit };
}

export type EntryRow = Pick<Row<'set_members'>, 'entry_id' | 'owner' | 'member' | 'created_at'>;

function toEntry({ entry_id: _id, owner, member, created_at: createdAt }: EntryRow): SetEntry {
  return { _id, owner, member, createdAt: createdAt.toISOString() };
}

/** Looked up one by one: a plan along the order would walk all that a busy member has. */
function sourceSql({ crateId, set, owner, member, only }: PageQuery): Sql {
  if (only === undefined) {
    const side = member === undefined ? sql`m.owner = ${owner ?? ''}` : sql`m.member = ${member}`;
    return sql`set_members m where m.crate_id = ${crateId} and m.set_name = ${set} and ${side}`;
  }
  const pair =
    member === undefined
      ? sql`o.owner = ${owner ?? ''} and o.member = w.id`
      : sql`o.owner = w.id and o.member = ${member}`;
  return sql`unnest((select ${[...only]}::text[])) w(id) cross join lateral (
    select o.entry_id, o.owner, o.member, o.created_at from set_members o
    where o.crate_id = ${crateId} and o.set_name = ${set} and ${pair} limit 1) m where true`;
}

function visibleSql({ crateId, access, where, isShown }: PageQuery): Sql {
  const shown = isShown(sql`m.owner`);
  return sql.join(
    [
      access === undefined
        ? sql.empty
        : sql`and exists (select from items i where i.crate_id = ${crateId} and i.sort_name = m.member and ${accessSql(access)})`,
      where === undefined ? sql.empty : sql`and ${where(sql`m.member`)}`,
      shown === undefined ? sql.empty : sql`and ${shown}`,
    ],
    ' ',
  );
}

function rangeSql({ beforeId, afterId, beforeMember, afterMember }: PageQuery): Sql {
  for (const [name, id] of Object.entries({ beforeId, afterId })) {
    if (id !== undefined && !isItemId(id))
      throw new Problem(invalidMembers, { fields: { [name]: 'the _id of an entry' } });
  }
  const parts = [
    beforeId === undefined ? sql.empty : sql`and m.entry_id < ${beforeId}`,
    afterId === undefined ? sql.empty : sql`and m.entry_id > ${afterId}`,
    beforeMember === undefined ? sql.empty : sql`and m.member < ${beforeMember}`,
    afterMember === undefined ? sql.empty : sql`and m.member > ${afterMember}`,
  ];
  return sql.join(parts, ' ');
}

const ORDERS: Record<SetOrder, Sql> = {
  createdAt: sql`m.entry_id desc`,
  '-createdAt': sql`m.entry_id`,
  member: sql`m.member desc`,
  '-member': sql`m.member`,
};

/** Written in the statement, so that one plan serves all: with an unknown limit the planner expects a tenth of all rows. */
function limitSql(count: number): Sql {
  const [, limit] = LIMITS.find(([most]) => count <= most) ?? LIMITS[2];
  return limit;
}

const LIMITS = [
  [17, sql`limit 17`],
  [33, sql`limit 33`],
  [MAX_SET_PAGE + 1, sql`limit 129`],
] as const;
