import { Pool } from 'pg';

import { startSite } from '#bin/site.js';
import { NODE, run } from '#bin/run.js';

import { timesOf } from '../in-process.ts';
import { load } from '../load.ts';
import type { LoadFigures } from '../load.ts';
import { FEW } from '../measure.ts';
import type { BenchSetup } from '../setup.ts';
import { deedsOf } from './deeds.ts';
import { fillLevels } from './fill.ts';
import type { LevelFigures, LevelsReport, LevelSizeReport } from './report.ts';
import { FILTERS, searchesOf } from './searches.ts';
import { measureTriggers } from './triggers.ts';

/** LEVELS makes another size the large one, for who works on this. */
const SIZES = [10_000, Number(process.env.LEVELS ?? 1_000_000)];
const SECONDS = 4;
/** So that every search has been asked before. */
const WARM = 2;

/** A site on a database of its own, first with few levels and then with many; raw SQL in turns beside it. */
export async function measureLevels({ pool, url }: Pick<BenchSetup, 'pool' | 'url'>): Promise<LevelsReport> {
  await pool.query('create database levels');
  const own = new URL(url);
  own.pathname = '/levels';
  const levels = new Pool({ connectionString: own.href });
  try {
    const sizes: LevelSizeReport[] = [];
    for (const size of SIZES) {
      const start = performance.now();
      // The site makes the tables, and what lies in them is changed while it is stopped.
      if (sizes.length === 0) await (await openSite(own.href)).site.stop();
      await fillLevels(levels, size);
      const seconds = (performance.now() - start) / 1000;
      sizes.push({ size, seconds, ...(await measureSize(own.href, levels)) });
    }
    return { sizes, triggers: await withSite(own.href, (ground) => measureTriggers(ground, levels)) };
  } finally {
    await levels.end();
    await pool.query('drop database levels');
  }
}

/** The site, and who may write there. */
export interface LevelsGround {
  readonly port: number;
  readonly writer: Readonly<Record<string, string>>;
}

async function measureSize(url: string, pool: Pool): Promise<Pick<LevelSizeReport, 'searches' | 'deeds'>> {
  return withSite(url, async (ground) => {
    const searches: LevelFigures[] = [];
    for (const isFar of [false, true]) {
      for (const filters of FILTERS) searches.push(await measureFilters(ground, pool, filters, isFar));
    }
    const deeds: LevelFigures[] = [];
    for (const { name, status, request, plain } of await deedsOf(ground, pool)) {
      const ask = (seconds: number) =>
        load({ port: ground.port, connections: FEW, seconds, status, request: ({ turn }) => request(turn) });
      let turns = 0;
      await ask(WARM);
      const site = await ask(SECONDS);
      deeds.push({ name, site, plain: figuresOf(await timesOf(() => plain((turns += 1)), FEW)) });
    }
    return { searches, deeds };
  });
}

async function measureFilters(
  { port }: LevelsGround,
  pool: Pool,
  filters: (typeof FILTERS)[number],
  isFar: boolean,
): Promise<LevelFigures> {
  const pairs = await searchesOf(pool, filters, isFar);
  const at = (turn: number) => pairs[(turn * 7) % pairs.length];
  const ask = (seconds: number) =>
    load({
      ...{ port, connections: FEW, seconds, status: 200 },
      request: ({ turn }) => at(turn)?.bytes ?? Buffer.alloc(0),
    });
  let turns = 0;
  const plain = async () => {
    const { text = '', values = [] } = at((turns += 1))?.plain ?? {};
    await pool.query(text, [...values]);
  };
  await ask(WARM);
  const site = await ask(SECONDS);
  return {
    name: `${filters.name}, page ${isFar ? '5,000' : '1'}`,
    ...{ site, plain: figuresOf(await timesOf(plain, FEW)) },
  };
}

function figuresOf(times: readonly number[]): Pick<LoadFigures, 'p50' | 'p99'> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function withSite<Result>(url: string, work: (ground: LevelsGround) => Promise<Result>): Promise<Result> {
  const { site, ground } = await openSite(url);
  try {
    return await work(ground);
  } finally {
    await site.stop();
  }
}

async function openSite(url: string) {
  const site = await startSite({ DATABASE_URL: url, SECRET: 'x'.repeat(32), LIMITS: '0' });
  if (site.failure !== undefined) throw new Error(site.failure);
  const { ok, text } = await run(NODE, ['server.ts', 'sign-in', 'admin'], { env: site.env, output: 'keep' });
  if (!ok) throw new Error(text);
  const { cookie, xsrf } = JSON.parse(text) as { cookie: string; xsrf: string };
  return { site, ground: { port: Number(site.env.PORT), writer: { cookie, 'x-xsrf-token': xsrf } } };
}
