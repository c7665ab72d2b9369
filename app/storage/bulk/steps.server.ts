import { findActiveRole } from '#app/accounts/accounts.server.ts';
import { inTransaction, withHeavyPool, VISITOR } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ROLES, isAdmin, isRole, mayMasquerade } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { crateAudit } from '../audit-kinds.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { translateConflict } from '../writes/refusals.server.ts';
import { ACT_COLUMNS, changeState, recordBulk, toAct } from './acts.server.ts';
import type { ActRow, BulkKey } from './acts.server.ts';
import type { BulkCounts, Outcome } from './bulk.ts';
import { StepConflict } from './frozen-row.ts';
import type { FrozenRow, RowOutcome } from './frozen-row.ts';
import { undoImport, writeImport } from './import-writes.server.ts';
import { wordsOf } from './words.ts';
import { refusedOutcome, undoRows, writeRows } from './writes.server.ts';

/** Items of one transaction; stats take no more. */
const MAX_STEP = 96;

/**
 * Takes all that runs to its end, a step after the other. Each is a transaction with what it has done to the items and what
 * came of them, so that wherever a process is killed nothing is done twice or forgotten. Several processes take turns.
 */
export async function runBulkActs(system: Current): Promise<void> {
  const current = withHeavyPool(system);
  const running = await current.db.query<Pick<Row<'bulk_acts'>, 'crate_id' | 'bulk_id'>>(sql`
    select crate_id, bulk_id from bulk_acts where state in ('running', 'undoing') order by created_at limit 100`);
  for (const { crate_id: crateId, bulk_id: bulkId } of running) {
    try {
      await runSteps(current, { crateId, bulkId });
    } catch (err) {
      // The others go on; this one is tried again in a minute.
      current.log.warn({ err, crateId, bulkId }, 'a step of a bulk act failed');
    }
  }
}

async function runSteps(current: Current, key: BulkKey): Promise<void> {
  for (let size = MAX_STEP; !current.closing.aborted; size = Math.min(MAX_STEP, size * 2)) {
    const isMore = await takeStepWithin(current, key, size);
    if (isMore === undefined) return;
    size = isMore;
  }
}

/** Halves a step of which something is refused, until that is alone. @returns the size that went, undefined at the end */
async function takeStepWithin(current: Current, key: BulkKey, size: number, tries = 5): Promise<number | undefined> {
  try {
    return (await takeStep(current, key, size)) ? size : undefined;
  } catch (error) {
    if (error instanceof StepRefusal) {
      const [first] = error.itemIds;
      if (first === undefined || error.itemIds.length > 1) {
        return takeStepWithin(current, key, Math.ceil(error.itemIds.length / 2), tries);
      }
      const refused = { itemId: first, outcome: refusedOutcome(error.problem), reason: wordsOf(error.problem) };
      return (await takeStep(current, key, 1, refused)) ? 1 : undefined;
    }
    if (tries === 0 || !(error instanceof StepConflict || isSqlState(error, '40P01', '55P03'))) throw error;
    return takeStepWithin(current, key, size, tries - 1);
  }
}

class StepRefusal extends Error {
  readonly problem: Problem;
  readonly itemIds: readonly string[];

  constructor(problem: Problem, itemIds: readonly string[]) {
    super(problem.message);
    this.problem = problem;
    this.itemIds = itemIds;
  }
}

/** @param refused the next item, where it cannot be written @returns whether there may be more */
export async function takeStep(
  system: Current,
  key: BulkKey,
  size = MAX_STEP,
  refused?: Omit<RowOutcome, 'rev'>,
): Promise<boolean> {
  const { crateId, bulkId } = key;
  const isMore = await inTransaction(system, async (inside) => {
    // Who finds it locked leaves it to the other.
    const [act] = await inside.db.query<ActRow>(sql`
      select ${ACT_COLUMNS} from bulk_acts where crate_id = ${crateId} and bulk_id = ${bulkId}
        and state in ('running', 'undoing') for update skip locked`);
    if (act === undefined) return false;
    await planByKeys(inside);
    const current = await actAs(inside, act);
    if (current === undefined) return stopForbidden(inside, act);
    const rows = await findNext(current, act, size);
    if (rows.length === 0) return finish(current, act);
    // Another process may have come to the same end.
    if (refused !== undefined && rows[0]?.itemId !== refused.itemId) return true;
    const written = refused === undefined ? await write(current, act, rows) : [{ ...refused, rev: null }];
    await keepOutcomes(current, act, rows, written);
    return true;
  });
  notifyFollowers(system, crateId);
  return isMore;
}

/** As on quick connections, for whose statements a step is: a plan from when a table was small would read it whole ever after. */
async function planByKeys({ db }: Current): Promise<void> {
  await db.query(sql`select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true)`);
}

async function write(current: Current, act: ActRow, rows: readonly FrozenRow[]): Promise<RowOutcome[]> {
  const crate = await getCrate(current, act.crate_id);
  try {
    return await translateConflict(current, crate, 0, doDeed(current, crate, act, rows));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const itemIds = rows.map(({ itemId }) => itemId);
    throw new StepRefusal(error, itemIds);
  }
}

function doDeed(
  current: Current,
  crate: Crate,
  { bulk_id: bulkId, deed, state }: ActRow,
  rows: readonly FrozenRow[],
): Promise<RowOutcome[]> {
  const isUndo = state === 'undoing';
  if (deed.kind === 'import')
    return isUndo ? undoImport(current, crate, rows) : writeImport(current, crate, bulkId, rows);
  return isUndo ? undoRows(current, crate, deed, rows) : writeRows(current, crate, deed, rows);
}

/**
 * Whoever pressed, as they were then: with no role that they have lost since, and none that they did not have. Undefined where
 * they may do that no more, also because they are banned.
 */
async function actAs(
  system: Current,
  { user_id: userId, own_role: then, masquerade }: Pick<ActRow, 'user_id' | 'own_role' | 'masquerade'>,
): Promise<Current | undefined> {
  const now = await findActiveRole(system.db, system.rowCache, userId, system.now());
  if (now === undefined || !isRole(then)) return undefined;
  const ownRole = lowerRole(now, then);
  const as = isRole(masquerade) ? masquerade : undefined;
  if (as !== undefined && !mayMasquerade(ownRole, as)) return undefined;
  const role = as ?? ownRole;
  return isAdmin(role) ? { ...system, actor: { ...VISITOR, userId, role, ownRole, masquerade: as } } : undefined;
}

function lowerRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other;
}

async function stopForbidden(system: Current, act: ActRow): Promise<false> {
  const key = { crateId: act.crate_id, bulkId: act.bulk_id };
  const name = act.state === 'undoing' ? 'stopUndo' : 'stop';
  const row = await changeState(system, key, name, [sql`ended_at = ${system.now()}`]);
  if (row !== undefined) await recordBulk(system, crateAudit.stopBulk, toAct(row));
  return false;
}

async function finish(current: Current, act: ActRow): Promise<false> {
  const isUndo = act.state === 'undoing';
  const key = { crateId: act.crate_id, bulkId: act.bulk_id };
  const row = await changeState(current, key, isUndo ? 'finishUndo' : 'finish', [sql`ended_at = ${current.now()}`]);
  const kind = isUndo ? crateAudit.finishBulkUndo : crateAudit.finishBulk;
  if (row !== undefined) await recordBulk(current, kind, toAct(row));
  return false;
}

async function findNext({ db }: Current, act: ActRow, size: number): Promise<FrozenRow[]> {
  const waiting: Sql = act.state === 'undoing' ? sql`outcome = 'changed' and undo is null` : sql`outcome is null`;
  const rows = await db.query<
    Pick<Row<'bulk_rows'>, 'item_id' | 'rev' | 'written_rev'> &
      Columns<'bulk_rows', { stats: Record<string, number | null> | null }>
  >(sql`
    select item_id, rev, stats, written_rev from bulk_rows
    where crate_id = ${act.crate_id} and bulk_id = ${act.bulk_id} and item_id > ${act.place}::uuid and ${waiting}
    order by item_id limit ${size}::int`);
  return rows.map(({ item_id: itemId, rev, stats, written_rev: writtenRev }) => ({ itemId, rev, stats, writtenRev }));
}

async function keepOutcomes(
  { db }: Current,
  act: ActRow,
  rows: readonly FrozenRow[],
  written: readonly RowOutcome[],
): Promise<void> {
  const { crate_id: crateId, bulk_id: bulkId } = act;
  const itemIds = written.map(({ itemId }) => itemId);
  const outcomes = written.map(({ outcome }) => outcome);
  const revs = written.map(({ rev }) => rev);
  const reasons = written.map(({ reason }) => reason ?? null);
  const isUndo = act.state === 'undoing';
  const place = rows.at(-1)?.itemId ?? act.place;
  // The places bound what is read where the planner knows nothing of the table.
  await db.query(sql`
    update bulk_rows r set ${isUndo ? sql`undo = w.outcome, told = 2` : sql`outcome = w.outcome, told = 1, written_rev = w.rev`},
      reason = coalesce(w.reason, r.reason)
    from unnest((select ${itemIds}::uuid[]), (select ${outcomes}::text[]), (select ${revs}::bigint[]),
      (select ${reasons}::text[])) w(item_id, outcome, rev, reason)
    where r.crate_id = ${crateId} and r.bulk_id = ${bulkId} and r.item_id = w.item_id
      and r.item_id > ${act.place}::uuid and r.item_id <= ${place}::uuid`);
  const counts = JSON.stringify(addOutcomes(isUndo ? act.undo_counts : act.counts, outcomes));
  const fresh = new Set(rows.filter(({ rev }) => rev === null).map(({ itemId }) => itemId));
  const created = written.filter(({ itemId, outcome }) => outcome === 'changed' && fresh.has(itemId)).length;
  await db.query(sql`
    update bulk_acts set place = ${place}::uuid,
      ${isUndo ? sql`undo_counts = ${counts}` : sql`counts = ${counts}, created = created + ${created}::bigint`}
    where crate_id = ${crateId} and bulk_id = ${bulkId}`);
}

function addOutcomes(counts: BulkCounts, outcomes: readonly Outcome[]): BulkCounts {
  const sums: Partial<Record<Outcome | 'waiting', number>> = { ...counts };
  for (const outcome of outcomes) sums[outcome] = (sums[outcome] ?? 0) + 1;
  sums.waiting = (sums.waiting ?? 0) - outcomes.length;
  return sums;
}
