import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { crateAudit } from '../audit-kinds.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { nameTaken } from '../problems.ts';
import { quotaProblem } from '../writes/refusals.server.ts';
import { SHOWN_ITEMS } from './history.ts';
import type { Revert, RevertRequest } from './history.ts';
import { notYet } from './problems.ts';
import { excludeProtected, excludeTakenNames, lockPlan, planRevert } from './revert-plan.server.ts';
import type { RevertTarget } from './revert-plan.server.ts';
import { applyRevert } from './revert-writes.server.ts';

/** Idempotent; a revert to the moment before undoes it. @throws Problem 401, 403, 404, 400 for a future moment, 507 */
export async function revertCrate(caller: Current, crateId: string, request: RevertRequest): Promise<Revert> {
  requireRole(caller, 'admin');
  const current = withHeavyPool(caller);
  const crate = await getCrate(current, crateId);
  const target: RevertTarget = { to: new Date(request.to), userId: request.userId ?? null };
  if (target.to > current.now()) throw new Problem(notYet);
  const work = (current: Current) =>
    request.dryRun ? previewRevert(current, crate, target) : revert(current, crate, target);
  try {
    return await retryAfterConflict(() => inTransaction(current, work), current.db.isTransaction ? 1 : MAX_TRIES);
  } catch (error) {
    // Inside another transaction there is no second try.
    if (isSqlState(error, '23505')) throw new Problem(nameTaken);
    throw quotaProblem(error) ?? error;
  } finally {
    if (!request.dryRun) notifyFollowers(current, crateId);
  }
}

const MAX_TRIES = 4;

/** Concurrent writes may deadlock with a revert, or take a name that it gives back. */
async function retryAfterConflict<Result>(work: () => Promise<Result>, tries: number): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries > 1 && isSqlState(error, '40P01', '23505')) return retryAfterConflict(work, tries - 1);
    throw error;
  }
}

async function previewRevert(current: Current, crate: Crate, target: RevertTarget): Promise<Revert> {
  await prepare(current);
  await planRevert(current, crate, target);
  await excludeProtected(current, crate);
  await excludeTakenNames(current, crate);
  return report(current, crate, target, true);
}

async function revert(current: Current, crate: Crate, target: RevertTarget): Promise<Revert> {
  await prepare(current);
  // Two reverts of a crate would each undo half of the other.
  await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended('revert ' || ${crate.crateId}, 0))`);
  const before = await countAll(current, crate);
  await planRevert(current, crate, target);
  await lockPlan(current, crate);
  await excludeProtected(current, crate);
  await excludeTakenNames(current, crate);
  await applyRevert(current, crate);
  const done = await report(current, crate, target, false);
  const { restored, trashed, undeleted, conflicts } = done;
  const counts = { restored, trashed, undeleted, conflicts };
  const numbers = Object.fromEntries(Object.entries(counts).map(([kind, { count }]) => [kind, count]));
  const after = { ...(await countAll(current, crate)), to: done.to, userId: done.userId, changes: numbers };
  await recordAuditEntry(current, crateAudit.revert, { target: `crate/${crate.crateId}`, before, after });
  return done;
}

/** Reading a whole crate takes longer than any other statement may. Under an Idempotency-Key its connection is a quick one. */
async function prepare({ db }: Current): Promise<void> {
  await db.extendTimeout(600_000);
  await db.query(sql`select set_config('enable_seqscan', 'on', true)`);
}

async function countAll({ db }: Current, { crateId }: Crate): Promise<{ items: number; trash: number }> {
  const [counts] = await db.query<{ items: string; trash: string }>(sql`
    select (select count(*) from items where crate_id = ${crateId}) as items,
      (select count(*) from trashed_items where crate_id = ${crateId}) as trash`);
  return { items: Number(counts?.items), trash: Number(counts?.trash) };
}

type PlannedRow = Pick<Row<'items'>, 'item_id' | 'name'> & {
  kind: 'restore' | 'trash' | 'undelete' | 'conflict';
  action: string;
  count: string;
  then_rev: string | null;
};

async function report({ db }: Current, { crateId }: Crate, target: RevertTarget, dryRun: boolean): Promise<Revert> {
  const rows = await db.query<PlannedRow>(sql`
    select * from (
      select planned.*, count(*) over (partition by kind) as count,
        row_number() over (partition by kind order by item_id) as place
      from (
        select item_id, action, then_rev,
          case when action in ('restore', 'undelete') then name_then else name_now end as name,
          case when action in ('restore', 'trash', 'undelete') then action else 'conflict' end as kind
        from revert_plan
      ) planned
    ) numbered where place <= ${SHOWN_ITEMS} order by kind, place`);
  const some = <Member>(kind: PlannedRow['kind'], toMember: (row: PlannedRow) => Member) => {
    const members = rows.filter((row) => row.kind === kind);
    return { count: Number(members[0]?.count ?? 0), items: members.map(toMember) };
  };
  const item = ({ item_id: itemId, name }: PlannedRow) => ({ itemId, name });
  const version = (row: PlannedRow) => ({ ...item(row), rev: Number(row.then_rev) });
  return {
    crateId,
    to: target.to.toISOString(),
    userId: target.userId,
    dryRun,
    restored: some('restore', version),
    trashed: some('trash', item),
    undeleted: some('undelete', version),
    conflicts: some('conflict', (row) => ({
      ...item(row),
      reason: row.action as Revert['conflicts']['items'][0]['reason'],
    })),
  };
}
