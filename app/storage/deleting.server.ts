import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { deleteSharesSql, deleteTagsSql, unchangedRowSql } from './writes/fragments.server.ts';

/** For good, without a stay in the trash, and with all that others have left on them. */
export async function deleteItems(current: Current, crateId: string, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  const ids = [...itemIds];
  await inTransaction(current, async ({ db }) => {
    await db.query(sql`
      with ${unchangedRowSql(crateId, sql`(select id from unnest(${ids}::uuid[]) id)`)}, item as (
        delete from items i using seen where i.crate_id = ${crateId} and i.item_id = seen.item_id and i.rev = seen.rev
        returning i.item_id, i.created_at
      ), ${deleteTagsSql(crateId, sql`'{}'::text[]`)}, ${deleteSharesSql(crateId, sql`'{}'::text[]`)}
      insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags,
        was_collaborators)
      select ${crateId}, seen.item_id, seen.ordinal, seen.rev + 1, 'delete', ${current.now()}::timestamptz, null, '{}', '{}',
        seen.tags, seen.collaborators
      from seen join item using (item_id)`);
    await db.query(sql`delete from item_versions where crate_id = ${crateId} and item_id = any(${ids}::uuid[])`);
    await db.query(sql`delete from item_stats where crate_id = ${crateId} and item_id = any(${ids}::uuid[])`);
    await db.query(sql`delete from item_records where crate_id = ${crateId} and item_id = any(${ids}::uuid[])`);
    await db.query(sql`delete from item_stat_turns where crate_id = ${crateId} and item_id = any(${ids}::uuid[])`);
  });
}
