import { findRole } from '#app/accounts/accounts.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { invalidMetadata } from '../problems.ts';

/** Runs a write of collaborators, the first of whom is the owner; when it gave the item another owner, that is in the audit with it. */
export async function auditOwnerChange<Row extends { user_id: string }>(
  current: Current,
  crate: Crate,
  itemId: string,
  write: (current: Current) => Promise<Row>,
): Promise<Row> {
  return inTransaction(current, async (current) => {
    const [before] = await current.db.query<{ user_id: string }>(OWNER_LOCKED, [crate.crateId, itemId]);
    const row = await write(current);
    if (before?.user_id !== row.user_id) {
      await requirePayer(current, crate, row.user_id);
      const [was, is] = [{ userId: before?.user_id }, { userId: row.user_id }];
      await recordAuditEntry(current, {
        action: 'item.handOver',
        target: `item/${crate.crateId}/${itemId}`,
        before: was,
        after: is,
      });
    }
    return row;
  });
}

/** Where people have quotas, an item is handed to someone who is there to answer for it. */
async function requirePayer({ actor, db, rowCache }: Current, { policy }: Crate, owner: string): Promise<void> {
  const isFree = policy.quotas?.user === undefined || isAdmin(actor.role) || actor.app !== undefined;
  if (!isFree && (await findRole(db, rowCache, owner)) === undefined) throw new Problem(invalidMetadata);
}

const OWNER_LOCKED = {
  name: 'item_owner_locked',
  text: 'select user_id from items where crate_id = $1 and item_id = $2 for no key update',
};
