import { sql } from '#lib/database/sql.server.ts';

import { openInProcess, rateOf } from './in-process.ts';
import type { BenchCrate } from './mixes.ts';
import type { BenchSetup } from './setup.ts';

/** Additions a second to one item, and updates of a single row, both asked in this process over the same connections. */
export interface HotItem {
  deed: number;
  row: number;
}

/** In turns, so that whatever else the machine does meets both. */
export async function measureHotItem(ground: BenchSetup, { itemIds }: BenchCrate): Promise<HotItem> {
  const { parts, current, load, close } = await openInProcess(ground);
  const stats = await load<typeof import('#app/storage/stats/stats.server.ts')>('/app/storage/stats/stats.server.ts');
  const [itemId = ''] = itemIds;
  await ground.pool.query(`insert into floor.item_stats values ('bench', $1, 'hot', 0) on conflict do nothing`, [
    itemId,
  ]);
  const deed = () => stats.updateStats(current, 'bench', itemId, { changeStats: { plays: 1 } });
  const row = () =>
    parts.db.query(sql`update floor.item_stats set value = value + 1
      where crate_id = 'bench' and item_id = ${itemId} and name = 'hot'`);
  try {
    await rateOf(deed);
    await rateOf(row);
    const rates = [await rateOf(row), await rateOf(deed), await rateOf(row), await rateOf(deed)];
    const [row1 = 0, deed1 = 0, row2 = 0, deed2 = 0] = rates;
    return { deed: (deed1 + deed2) / 2, row: (row1 + row2) / 2 };
  } finally {
    await close();
  }
}
