import type { Current } from '#app/current/current.server.ts';

const BATCH = 10_000;

/**
 * Deletes what is kept of a crate beside its items: versions, trash, stats, records, changes, usage. In the transaction
 * that has deleted the crate itself, so that nothing can come after.
 */
export async function endCrate({ db }: Current, crateId: string): Promise<void> {
  for (const text of PARTS) {
    let deleted: number;
    do {
      const [row] = await db.run<{ deleted: number }>(text, [crateId, BATCH]);
      deleted = row?.deleted ?? 0;
    } while (deleted === BATCH);
  }
}

const some = 'where crate_id = $1 and ctid = any(array(select ctid';
const most = 'where crate_id = $1 limit $2)) returning 1) select count(*)::int as deleted from gone';
const PARTS = [
  `with gone as (delete from trashed_items ${some} from trashed_items ${most}`,
  `with gone as (delete from item_versions ${some} from item_versions ${most}`,
  `with gone as (delete from item_stats ${some} from item_stats ${most}`,
  `with gone as (delete from item_records ${some} from item_records ${most}`,
  `with gone as (delete from item_stat_turns ${some} from item_stat_turns ${most}`,
  `with gone as (delete from item_changes ${some} from item_changes ${most}`,
  `with gone as (delete from usage ${some} from usage ${most}`,
];
