import type { DEMO_WORLD } from '#app/levelhead/world/seed-world.server.ts';
import type { seed } from '#app/seed.server.ts';
import { startSite } from '#bin/site.js';

import { openInProcess } from '../in-process.ts';
import type { BenchSetup } from '../setup.ts';

/** As small as a world can be. */
const LEAST = { players: 24, levels: 60, playlists: 2, trials: 3 };

/** Seconds that the demo's world of levels adds to the first start: seeds with all of it, without what the rest takes. */
export async function measureDemo(setup: Pick<BenchSetup, 'pool' | 'url' | 'folder'>): Promise<number> {
  const whole = await seedSeconds(setup, {});
  return whole - (await seedSeconds(setup, LEAST));
}

async function seedSeconds(
  { pool, url, folder }: Pick<BenchSetup, 'pool' | 'url' | 'folder'>,
  size: Partial<typeof DEMO_WORLD>,
): Promise<number> {
  const own = Object.assign(new URL(url), { pathname: '/levels_demo' }).href;
  await pool.query('create database levels_demo');
  try {
    // On another stage a start makes the tables and what the site needs.
    const site = await startSite({ DATABASE_URL: own, SECRET: 'x'.repeat(32), STAGE: 'beta' });
    const failure = (await site.stop()) ?? site.failure;
    if (failure !== undefined) throw new Error(failure);
    const inside = await openInProcess({ url: own, folder });
    try {
      const seeds = await inside.load<{ seed: typeof seed }>('/app/seed.server.ts');
      const world = await inside.load<{ DEMO_WORLD: typeof DEMO_WORLD }>('/app/levelhead/world/seed-world.server.ts');
      const start = performance.now();
      await seeds.seed(inside.current, { ...world.DEMO_WORLD, ...size });
      return (performance.now() - start) / 1000;
    } finally {
      await inside.close();
    }
  } finally {
    await pool.query('drop database levels_demo');
  }
}
