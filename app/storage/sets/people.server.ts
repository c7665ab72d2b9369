import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { getCrate } from '../crates/crates.server.ts';
import { forEachCrate } from '../crates/each-crate.server.ts';
import type { SetRule } from '../crates/policy.ts';
import { writeOwnStats } from '../stats/own-stats.server.ts';
import type { BatchEntry } from '../stats/stats.ts';
import { countEntries } from './member-writes.server.ts';
import type { EntryRow } from './pages.server.ts';
import { addMembersSql, removeMembersSql } from './statements.server.ts';

const BATCH = 500;

type Side = 'owner' | 'member';

/** Takes somebody out of all sets, on both sides, with the counts and stats. @returns how many memberships were theirs */
export function forgetInSets(current: Current, userId: string): Promise<number> {
  return forEachSetSide(current, (setSide) => moveAll(setSide, userId, undefined));
}

/** What both have is there once, since the time of the one that goes on; nobody is in their own set afterwards. */
export function mergeInSets(current: Current, fromId: string, intoId: string): Promise<number> {
  return forEachSetSide(current, (setSide) => moveAll(setSide, fromId, intoId));
}

interface SetSide {
  readonly current: Current;
  readonly crateId: string;
  readonly set: string;
  readonly rule: SetRule;
  readonly side: Side;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Each side that is people, of each set of each crate. */
async function forEachSetSide(caller: Current, work: (setSide: SetSide) => Promise<number>): Promise<number> {
  requireRole(caller, 'admin');
  const current = withHeavyPool(caller);
  return forEachCrate(current, async (crateId, { sets = {} }) => {
    let done = 0;
    for (const set of new Set([...Object.keys(sets), ...(await findSetNames(current, crateId))])) {
      const rule: SetRule = sets[set] ?? { people: ['owner', 'member'] };
      for (const side of rule.people ?? ['owner']) done += await work({ current, crateId, set, rule, side });
    }
    return done;
  });
}

/** Also those that the policy does not name any more, one by one along the index. */
async function findSetNames({ db }: Current, crateId: string): Promise<string[]> {
  const rows = await db.query<Pick<Row<'set_members'>, 'set_name'>>(sql`
    with recursive names as (
      (select set_name from set_members where crate_id = ${crateId} order by set_name limit 1)
      union all
      select (select m.set_name from set_members m where m.crate_id = ${crateId} and m.set_name > names.set_name
        order by m.set_name limit 1) from names where set_name is not null
    )
    select set_name from names where set_name is not null`);
  return rows.map(({ set_name: set }) => set);
}

function findEntries(
  { db }: Current,
  crateId: string,
  set: string,
  side: Side,
  userId: string,
  after = FIRST,
): Promise<EntryRow[]> {
  return db.query<EntryRow>(sql`
    select entry_id, owner, member, created_at from set_members
    where crate_id = ${crateId} and set_name = ${set} and ${SIDES[side]} = ${userId} and entry_id > ${after}
    order by entry_id limit ${BATCH}`);
}

const SIDES: Record<Side, Sql> = { owner: sql`owner`, member: sql`member` };

/** Each batch is a transaction of its own, and what it leaves is read again, so that it can be run again. */
async function moveAll(setSide: SetSide, fromId: string, intoId: string | undefined): Promise<number> {
  const { current, crateId, set, side } = setSide;
  let moved = 0;
  for (;;) {
    const rows = await findEntries(current, crateId, set, side, fromId);
    if (rows.length === 0) break;
    await retryAfterDeadlock(current.db, () =>
      inTransaction(current, (current) => move({ ...setSide, current }, rows, intoId)),
    );
    moved += rows.length;
  }
  await current.db.query(sql`
    delete from set_counts where crate_id = ${crateId} and set_name = ${set} and side = ${side} and id = ${fromId}
      and size = 0`);
  await moveHistory(setSide, fromId, intoId);
  return moved;
}

/** New ones first: what both accounts have is counted down once. */
async function move(
  { current, crateId, set, rule, side }: SetSide,
  rows: readonly EntryRow[],
  intoId: string | undefined,
): Promise<void> {
  const now = current.now();
  const stats: BatchEntry[] = [];
  const removed = rows.map((row) => memberRow(set, row, now));
  const added = intoId === undefined ? [] : removed.map((row) => ({ ...row, [side]: intoId }));
  const steps = [
    [1, added.filter(({ owner, member }) => owner !== member || rule.people?.length !== 2), addMembersSql],
    [-1, removed, removeMembersSql],
  ] as const;
  for (const [step, wanted, statement] of steps) {
    if (wanted.length === 0) continue;
    const changed = await current.db.query<Pick<EntryRow, 'owner'> & Columns<'set_members', { member: string | null }>>(
      statement(crateId, wanted, now),
    );
    for (const { owner, member } of changed) {
      if (member !== null) stats.push(...countEntries(rule, owner, [member], step));
    }
  }
  await writeOwnStats(current, await getCrate(current, crateId), [{ current, entries: stats }]);
}

function memberRow(set: string, { entry_id: entryId, owner, member, created_at: createdAt }: EntryRow, now: Date) {
  const ids = { entryId, changeId: uuidv7(now.getTime()) };
  return { set, owner, member, ...ids, createdAt, userId: null, keepsHistory: false };
}

/** Without an index of all its columns; accounts are merged and forgotten by jobs. */
async function moveHistory({ current, crateId, set, side }: SetSide, fromId: string, intoId: string | undefined) {
  const theirs = sql`crate_id = ${crateId} and set_name = ${set} and ${SIDES[side]} = ${fromId}`;
  if (intoId === undefined) await current.db.query(sql`delete from set_history where ${theirs}`);
  else await current.db.query(sql`update set_history set ${SIDES[side]} = ${intoId} where ${theirs}`);
  await current.db.query(sql`
    update set_history set user_id = ${intoId ?? null} where crate_id = ${crateId} and user_id = ${fromId}`);
}
