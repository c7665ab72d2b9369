import type { nouns } from '#app/nouns.server.ts';
import type { seed } from '#app/seed.server.ts';
import { startSite } from '#bin/site.js';

import { openInProcess } from '../in-process.ts';
import type { BenchSetup } from '../setup.ts';

/** Seconds that the demo's world of levels adds to the first start: all seeds, without what the others take. */
export async function measureDemo(setup: Pick<BenchSetup, 'pool' | 'url' | 'folder'>): Promise<number> {
  const whole = await seedSeconds(setup, () => true);
  return whole - (await seedSeconds(setup, (name) => name !== 'levelhead'));
}

async function seedSeconds(
  { pool, url, folder }: Pick<BenchSetup, 'pool' | 'url' | 'folder'>,
  isSeeded: (noun: string) => boolean,
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
      const lists = await inside.load<{ nouns: typeof nouns }>('/app/nouns.server.ts');
      const start = performance.now();
      await seeds.seed(
        inside.current,
        lists.nouns.filter(({ name }) => isSeeded(name)),
      );
      return (performance.now() - start) / 1000;
    } finally {
      await inside.close();
    }
  } finally {
    await pool.query('drop database levels_demo');
  }
}
