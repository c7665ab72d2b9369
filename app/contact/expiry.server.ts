import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { deleteThreads, lockTrees } from '#app/threads/merging/trees.server.ts';
import type { Row } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { submissionAudit } from './audit-kinds.server.ts';

/** As the privacy policy says. */
const RETENTION = sql`interval '1 year'`;
const BATCH = 100;

/** Deletes what was settled a year ago, each batch whole: whatever stops it, the next night goes on. */
export async function deleteSettled(system: Current): Promise<void> {
  const current = withHeavyPool(system);
  for (let found = BATCH; found === BATCH && !current.closing.aborted;) {
    found = await retryAfterDeadlock(current.db, () => inTransaction(current, deleteBatch));
  }
}

async function deleteBatch(current: Current): Promise<number> {
  const { db, now } = current;
  const settled = sql`in_queue and closed_at < ${now()}::timestamptz - ${RETENTION}`;
  const found = listIds(
    await db.query(sql`select subject_id from contact_submissions where ${settled} order by closed_at
      limit ${BATCH}::integer`),
  );
  if (found.length === 0) return 0;
  const threads = await lockTrees(current, found);
  // Asked again: somebody may have written before the lock was ours.
  const deleted = listIds(
    await db.query(sql`delete from contact_submissions where subject_id = any(${found}::uuid[]) and ${settled}
      returning subject_id`),
  );
  if (deleted.length === 0) return found.length;
  const merged = threads.flatMap((one) => (deleted.includes(one.mergedInto ?? '') ? [one.subjectId] : []));
  await db.query(sql`delete from contact_submissions where subject_id = any(${merged}::uuid[])`);
  const gone = [...deleted, ...merged];
  await deleteThreads(current, gone);
  await recordAuditEntry(current, submissionAudit.expire, { target: 'contact', after: { count: gone.length } });
  return found.length;
}

function listIds(rows: readonly Pick<Row<'contact_submissions'>, 'subject_id'>[]): string[] {
  return rows.map((row) => row.subject_id);
}
