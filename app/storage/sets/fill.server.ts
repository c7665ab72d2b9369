import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';
import { pastUuidv7, uuidv7 } from '#lib/uuid.server.ts';

import { forgetCrate, getCrate } from '../crates/crates.server.ts';
import { noCrate } from '../problems.ts';
import { invalidMembers } from './problems.ts';
import { ID_SYNTAX, readId } from './set.ts';
import { addMembersSql } from './statements.server.ts';
import type { ChangedMemberRow } from './statements.server.ts';

/** A membership of another time. Without `_id` it gets one of its time. */
interface PastEntry {
  readonly set: string;
  readonly owner: string;
  readonly member: string;
  readonly createdAt: Date;
  readonly _id?: string;
}

const BATCH = 1000;

/**
 * Puts in what an import or a seed brings, a thousand at once: without stats, history and the limit of a set; what is there
 * stays. For admins and the site itself.
 * @returns how many are new  @throws Problem 400, also for a set that the policy does not name, 401, 403 or 404
 */
export async function fillSets(current: Current, crateId: string, entries: readonly PastEntry[]): Promise<number> {
  requireRole(current, 'admin');
  const { policy } = await getCrate(current, crateId);
  for (const { set, owner, member } of entries) {
    if (!Object.hasOwn(policy.sets ?? {}, set)) refuse('set', `the policy of the crate names no ${set}`);
    if (readId(owner) !== owner || readId(member) !== member) refuse('members', ID_SYNTAX);
  }
  let added = 0;
  for (let from = 0; from < entries.length; from += BATCH) {
    added += await writeBatch(current, crateId, entries.slice(from, from + BATCH));
  }
  return added;
}

async function writeBatch(current: Current, crateId: string, entries: readonly PastEntry[]): Promise<number> {
  const now = current.now();
  const rows = entries.map(({ createdAt, _id, ...place }) => {
    const ids = { entryId: _id ?? pastUuidv7(createdAt.getTime()), changeId: uuidv7(now.getTime()) };
    return { ...place, ...ids, createdAt, userId: null, keepsHistory: false };
  });
  const written = await retryAfterDeadlock(current.db, () =>
    current.db.query<Pick<ChangedMemberRow, 'size'> & Columns<'set_members', { member: string | null }>>(
      addMembersSql(crateId, rows, now),
    ),
  );
  if (written.length === 0) {
    forgetCrate(current, crateId);
    throw new Problem(noCrate);
  }
  return written.filter(({ member }) => member !== null).length;
}

function refuse(field: string, fault: string): never {
  throw new Problem(invalidMembers, { fields: { [field]: fault } });
}
