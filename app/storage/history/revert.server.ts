import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { quotaProblem } from '../writes/refusals.server.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { nameTaken } from '../problems.ts';

import { SHOWN_ITEMS } from './history.ts';
import type { Revert, RevertRequest } from './history.ts';
import { notYet } from './problems.ts';
import { excludeProtected, excludeTakenNames, lockPlan, planRevert } from './revert-plan.server.ts';
import type { RevertTarget } from './revert-plan.server.ts';
import { applyRevert } from './revert-writes.server.ts';

/**
 * Brings the items of a crate back to their states at a moment, in one transaction that the audit notes once; or only
 * tells what that would change. Run again it finds nothing left to do, and going back to the moment before it undoes it.
 * Needs admin.
 * @throws Problem 401, 403, 404 for an unknown crate, 400 for a moment to come, 507 when a quota is full
 */
export async function revertCrate(current: Current, crateId: string, request: RevertRequest): Promise<Revert> {
  requireRole(current, 'admin');
  const crate = await getCrate(current, crateId);
  const aim: RevertTarget = { to: new Date(request.to), userId: request.userId ?? null };
  if (aim.to > current.now()) throw new Problem(notYet);
  const work = (current: Current) =>
    request.dryRun ? previewRevert(current, crate, aim) : revert(current, crate, aim);
  try {
    return await retryAfterConflict(() => inTransaction(current, work), current.db.isTransaction ? 1 : MAX_TRIES);
  } catch (error) {
    // In the transaction of another there is no second try.
    if (isSqlState(error, '23505')) throw new Problem(nameTaken);
    throw quotaProblem(error) ?? error;
  } finally {
    if (!request.dryRun) notifyFollowers(current, crateId);
  }
}

const MAX_TRIES = 4;

/** Others who write meanwhile may hold what this waits for, and wait for it, or take a name that this gives back. */
async function retryAfterConflict<Result>(work: () => Promise<Result>, tries: number): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries > 1 && isSqlState(error, '40P01', '23505')) return retryAfterConflict(work, tries - 1);
    throw error;
  }
}

async function previewRevert(current: Current, crate: Crate, aim: RevertTarget): Promise<Revert> {
  await prepare(current);
  await planRevert(current, crate, aim);
  await excludeProtected(current, crate);
  await excludeTakenNames(current, crate);
  return report(current, crate, aim, true);
}

async function revert(current: Current, crate: Crate, aim: RevertTarget): Promise<Revert> {
  await prepare(current);
  // Two reverts of a crate would each undo half of the other.
  await current.db.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`revert ${crate.crateId}`]);
  const before = await countAll(current, crate);
  await planRevert(current, crate, aim);
  await lockPlan(current, crate);
  await excludeProtected(current, crate);
  await excludeTakenNames(current, crate);
  await applyRevert(current, crate);
  const done = await report(current, crate, aim, false);
  const { restored, trashed, undeleted, conflicts } = done;
  const counts = { restored, trashed, undeleted, conflicts };
  const numbers = Object.fromEntries(Object.entries(counts).map(([kind, { count }]) => [kind, count]));
  const after = { ...(await countAll(current, crate)), to: done.to, userId: done.userId, changes: numbers };
  await recordAuditEntry(current, { action: 'crate.revert', target: `crate/${crate.crateId}`, before, after });
  return done;
}

/** A crate is gone through as a whole, which takes longer than any other statement may. */
async function prepare({ db }: Current): Promise<void> {
  await db.run(`select set_config('statement_timeout', '600000', true), set_config('enable_seqscan', 'on', true)`);
}

async function countAll({ db }: Current, { crateId }: Crate): Promise<{ items: number; trash: number }> {
  const [counts] = await db.run<{ items: string; trash: string }>(
    `select (select count(*) from items where crate_id = $1) as items,
      (select count(*) from trashed_items where crate_id = $1) as trash`,
    [crateId],
  );
  return { items: Number(counts?.items), trash: Number(counts?.trash) };
}

interface PlannedRow {
  kind: 'restore' | 'trash' | 'undelete' | 'conflict';
  action: string;
  count: string;
  item_id: string;
  name: string | null;
  then_rev: string | null;
}

async function report({ db }: Current, { crateId }: Crate, aim: RevertTarget, dryRun: boolean): Promise<Revert> {
  const rows = await db.run<PlannedRow>(REPORT, [SHOWN_ITEMS]);
  const some = <Member>(kind: PlannedRow['kind'], memberOf: (row: PlannedRow) => Member) => {
    const members = rows.filter((row) => row.kind === kind);
    return { count: Number(members[0]?.count ?? 0), items: members.map(memberOf) };
  };
  const item = ({ item_id: itemId, name }: PlannedRow) => ({ itemId, name });
  const version = (row: PlannedRow) => ({ ...item(row), rev: Number(row.then_rev) });
  return {
    ...{ crateId, to: aim.to.toISOString(), userId: aim.userId, dryRun },
    restored: some('restore', version),
    trashed: some('trash', item),
    undeleted: some('undelete', version),
    conflicts: some('conflict', (row) => ({
      ...item(row),
      reason: row.action as Revert['conflicts']['items'][0]['reason'],
    })),
  };
}

const REPORT = `
  select * from (
    select told.*, count(*) over (partition by kind) as count, row_number() over (partition by kind order by item_id) as place
    from (
      select item_id, action, then_rev,
        case when action in ('restore', 'undelete') then name_then else name_now end as name,
        case when action in ('restore', 'trash', 'undelete') then action else 'conflict' end as kind
      from revert_plan
    ) told
  ) numbered where place <= $1 order by kind, place`;
