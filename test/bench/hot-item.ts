import { performance } from 'node:perf_hooks';

import { pino } from 'pino';
import { createServer } from 'vite';

import { sql } from '#lib/database/sql.server.ts';

import type { BenchSetup } from './setup.ts';
import type { BenchCrate } from './mixes.ts';
import { MANY, SECONDS } from './measure.ts';

/** Additions a second to one item, and updates of a single row, both asked in this process over the same connections. */
export interface HotItem {
  deed: number;
  row: number;
}

/** In turns, so that whatever else the machine does meets both; without HTTP, which the driver alone does not speak. */
export async function measureHotItem({ pool, url, folder }: BenchSetup, { itemIds }: BenchCrate): Promise<HotItem> {
  const vite = await createServer({ server: { middlewareMode: true, watch: null }, appType: 'custom' });
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
  const { parseConfig } = await load<typeof import('#app/current/config/config.server.ts')>(
    '/app/current/config/config.server.ts',
  );
  const site = await load<typeof import('#app/door/parts.server.ts')>('/app/door/parts.server.ts');
  const stats = await load<typeof import('#app/storage/stats/stats.server.ts')>('/app/storage/stats/stats.server.ts');
  const config = parseConfig({ DATABASE_URL: url, DATA_DIR: folder, LIMITS: '0', SECRET: 'x'.repeat(32) });
  const parts = await site.openParts({
    ...{ config, secret: 'x'.repeat(32), connection: { connectionString: url }, log: pino({ level: 'silent' }) },
    ...{ now: () => new Date(), isDevelopment: false, clientFolder: folder },
  });
  const current = site.systemCurrent(parts);
  const [itemId = ''] = itemIds;
  await pool.query(`insert into floor.item_stats values ('bench', $1, 'hot', 0) on conflict do nothing`, [itemId]);
  const deed = () => stats.updateStats(current, 'bench', itemId, { changeStats: { plays: 1 } });
  const row = () =>
    parts.db.query(sql`update floor.item_stats set value = value + 1
      where crate_id = 'bench' and item_id = ${itemId} and name = 'hot'`);
  try {
    await rateOf(deed);
    await rateOf(row);
    const turns = [await rateOf(row), await rateOf(deed), await rateOf(row), await rateOf(deed)];
    const [row1 = 0, deed1 = 0, row2 = 0, deed2 = 0] = turns;
    return { deed: (deed1 + deed2) / 2, row: (row1 + row2) / 2 };
  } finally {
    await site.closeParts(parts);
    await vite.close();
  }
}

/** How often a second many callers get it done, each one after the other. */
async function rateOf(work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const start = performance.now();
  const end = start + SECONDS * 1000;
  const callers = Array.from({ length: MANY }, async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  });
  await Promise.all(callers);
  return done / ((performance.now() - start) / 1000);
}
