import type { Current } from '#app/current/current.server.ts';

const BATCH = 10_000;

/**
 * Deletes what is kept of a crate beside its items: versions, trash, stats, records, changes, usage. In the transaction
 * that has deleted the crate itself, so that nothing can come after.
 */
export async function deleteCrateHistory({ db }: Current, crateId: string): Promise<void> {
  for (const text of PARTS) {
    let found: number;
    do {
      const [row] = await db.run<{ found: number }>(text, [crateId, BATCH]);
      found = row?.found ?? 0;
    } while (found > 0);
  }
}

// Others may hold, delete or change some of what is found, so that only finding nothing more means the end.
const PARTS = [
  'trashed_items',
  'item_versions',
  'item_stats',
  'item_records',
  'item_stat_turns',
  'item_changes',
  'usage',
].map(
  (table) => `with chosen as materialized (select ctid from ${table} where crate_id = $1 limit $2),
    gone as (delete from ${table} where crate_id = $1 and ctid = any(array(select ctid from chosen)))
    select count(*)::int as found from chosen`,
);
