import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { accessSql } from '../crates/access.server.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { ITEM_METADATA, manyItems } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { exportItems } from '../transfer/export.server.ts';
import { getBulkAct, walkBulkRows } from './acts.server.ts';
import type { BulkKey } from './acts.server.ts';

/** The items of an act as they are now, with their bodies, as those of a crate are exported. Needs admin. @throws Problem 401, 403, 404 */
export async function exportBulk(current: Current, key: BulkKey): Promise<ReadableStream<Uint8Array>> {
  await getBulkAct(current, key);
  return exportItems(current, key.crateId, walkIds(current, key));
}

/** The same without bodies, page by page, as far as the caller may read them. Needs admin. @throws Problem as `exportBulk` */
export async function* walkBulkItems(caller: Current, key: BulkKey): AsyncGenerator<Item[]> {
  const current = withHeavyPool(caller);
  const crate = await getCrate(current, key.crateId);
  const read = accessTo(crate.policy, 'read', current.actor, true);
  for await (const itemIds of walkIds(current, key)) {
    const rows = await current.db.query<ItemRow>(sql`
      select ${ITEM_METADATA} from items i
      where i.crate_id = ${key.crateId} and i.item_id = any((select ${itemIds}::uuid[])::uuid[]) and ${accessSql(read)}
      order by i.item_id`);
    yield await manyItems(current, crate, rows);
  }
}

async function* walkIds(current: Current, key: BulkKey): AsyncGenerator<string[]> {
  for await (const rows of walkBulkRows(current, key)) yield rows.map(({ itemId }) => itemId);
}
