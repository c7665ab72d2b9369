import * as z from 'zod/mini';

import type { ApprovalKind } from '#app/approvals/approval-kind.server.ts';
import type { AskedApproval } from '#app/approvals/approval.ts';
import { askApproval, needsSecondPerson } from '#app/approvals/approvals.server.ts';
import { aboutCrate, asNumber, withValues } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isSqlState, retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { crateAudit } from '../audit-kinds.server.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { deleteCrateHistory } from '../history/prune.server.ts';
import { crateNotEmpty, noCrate } from '../problems.ts';
import { CRATE_COLUMNS, findCrateRow, forgetCrate, requireCrateId, toCrate, withoutEtag } from './crates.server.ts';
import type { CrateRow } from './crates.server.ts';

/**
 * Deletes an empty crate with its trash; where two persons are the rule it waits for the second, with a fresh sign-in.
 * @returns what waits then @throws Problem 401, 403, 404, or 409 while it holds items
 */
export async function deleteCrate(current: Current, crateId: string): Promise<AskedApproval | undefined> {
  requireRole(current, 'admin');
  requireCrateId(crateId);
  if (needsSecondPerson(current)) {
    return askApproval(current, crateDeletion, { payload: { crateId }, target: `crate/${crateId}`, reason: '' });
  }
  // Deleting its last items charges the crate, and this waits for those items.
  await retryAfterDeadlock(current.db, () =>
    inTransaction(withHeavyPool(current), (current) => removeCrate(current, crateId)),
  );
  return undefined;
}

const CrateDeletion = z.object({ crateId: z.string() });

export const crateDeletion: ApprovalKind<z.output<typeof CrateDeletion>> = {
  name: 'storage.deleteCrate',
  least: 'admin',
  schema: CrateDeletion,
  audit: ['crate.delete'],
  text: 'admin.approvals.deleteCrate',
  read: (entry, names) => withValues(aboutCrate(entry, names), { trashed: asNumber(entry.before['trashed']) }),
  findState: async ({ db }, { crateId }) => {
    // No item can come into a crate that is locked so.
    const row = await findCrateRow(db, crateId, sql`for update`);
    if (row === undefined) throw new Problem(noCrate);
    const [inside] = await db.query<{ holds_items: boolean; trashed: number; last_trashed: Date | null }>(sql`
      select exists (select from items where crate_id = ${crateId}) as holds_items,
        count(*)::int as trashed, max(deleted_at) as last_trashed from trashed_items where crate_id = ${crateId}`);
    if (inside === undefined || inside.holds_items) throw new Problem(crateNotEmpty);
    const { trashed, last_trashed: lastTrashed } = inside;
    return { name: row.name, rev: row.rev, trashed, lastTrashed: lastTrashed?.toISOString() ?? null };
  },
  run: (current, { crateId }) => removeCrate(current, crateId),
};

/** In a transaction. */
async function removeCrate(current: Current, crateId: string): Promise<void> {
  const row = await deleteRow(current, crateId);
  if (row === undefined) throw new Problem(noCrate);
  await deleteCrateHistory(current, crateId);
  await recordAuditEntry(current, crateAudit.delete, {
    target: `crate/${crateId}`,
    before: withoutEtag(toCrate(row)),
  });
  current.db.whenCommitted(() => {
    forgetCrate(current, crateId);
    notifyFollowers(current, crateId);
  });
}

async function deleteRow({ db }: Current, crateId: string): Promise<CrateRow | undefined> {
  try {
    const [row] = await db.query<CrateRow>(
      sql`delete from crates where crate_id = ${crateId} returning ${CRATE_COLUMNS}`,
    );
    return row;
  } catch (error) {
    // The foreign key of the items protects a crate that is not empty.
    if (isSqlState(error, '23503', '23001')) throw new Problem(crateNotEmpty);
    throw error;
  }
}
