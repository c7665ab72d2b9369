import { totalmem } from 'node:os';
import { join } from 'node:path';

import { Pool } from 'pg';

import { NODE, run } from '#bin/run.js';
import { startSite } from '#bin/site.js';
import { openEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';

import { timesOf } from '../in-process.ts';
import { load } from '../load.ts';
import { FEW } from '../measure.ts';
import { SETTINGS as BENCH_SETTINGS } from '../setup.ts';
import type { BenchSetup } from '../setup.ts';
import { deedsOf } from './deeds.ts';
import { measureDemo } from './demo.ts';
import { fillLevels } from './fill.ts';
import { PLAYER_FILTERS, playerSearchesOf } from './player-searches.ts';
import type { LevelFigures, LevelsReport, LevelSizeReport, Times } from './report.ts';
import { FILTERS, searchesOf } from './searches.ts';
import { measureTriggers } from './triggers.ts';

const FEW_LEVELS = 10_000;
/** LEVELS makes another size the large one, for who works on this. */
const MANY_LEVELS = Number(process.env.LEVELS ?? 1_000_000);
/** So that every search has been asked before. */
const WARM = 1.2;
const SECONDS = 1.2;
const ROUNDS = 3;
/** As operators are told to: of a million levels there is more than the least that PostgreSQL starts with holds. */
const SETTINGS = { ...BENCH_SETTINGS, shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB` };

/** Two sites on databases of their own, one with few levels and one with many, in turns; raw SQL beside them. */
export async function measureLevels({ folder }: Pick<BenchSetup, 'folder'>): Promise<LevelsReport> {
  const database = await openEmbeddedDatabase({
    dataDir: join(folder, 'levels'),
    name: 'bench-levels',
    settings: SETTINGS,
  });
  const { user, host, port, database: name } = database.connection;
  const url = `postgresql:///${name}?${new URLSearchParams({ user, host, port: String(port) })}`;
  const pool = new Pool({ connectionString: url });
  const sides: LevelsSide[] = [];
  try {
    const setup = { pool, url, folder };
    const worlds = await makeWorlds(setup);
    for (const world of worlds) sides.push(await openSide(world));
    const cases = [...(await searchCases(sides)), ...playerCases(sides)];
    const searches = await measureCases(sides, cases);
    const deeds = await measureCases(sides, await deedCases(sides));
    const sizes = sides.map(({ size, seconds }, side): LevelSizeReport => {
      const of = (figures: readonly LevelFigures[][]) => figures.flatMap((sides) => sides[side] ?? []);
      return { size, seconds, searches: of(searches), deeds: of(deeds) };
    });
    const many = sides.at(-1);
    const triggers = many === undefined ? [] : await measureTriggers(many.ground, many.pool);
    return { sizes, triggers, demo: await measureDemo(setup) };
  } finally {
    for (const { close } of sides) await close();
    await pool.end();
    await database.stop();
  }
}

interface LevelsWorld {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  /** That it took to make. */
  readonly seconds: number;
}

/** The smaller one is a copy of what the larger one has begun with. */
async function makeWorlds({ pool, url }: Pick<BenchSetup, 'pool' | 'url'>): Promise<LevelsWorld[]> {
  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await pool.query('create database levels_many');
  // The site makes the tables, and what lies in them is changed while it is stopped.
  await (await openSite(urlOf('levels_many'))).site.stop();
  const few = await secondsOf(() => fillWorld(urlOf('levels_many'), FEW_LEVELS));
  await pool.query('create database levels_few template levels_many');
  const many = await secondsOf(() => fillWorld(urlOf('levels_many'), MANY_LEVELS));
  return [
    { name: 'levels_few', url: urlOf('levels_few'), size: FEW_LEVELS, seconds: few },
    { name: 'levels_many', url: urlOf('levels_many'), size: MANY_LEVELS, seconds: many },
  ];
}

async function fillWorld(connectionString: string, size: number): Promise<void> {
  const pool = new Pool({ connectionString });
  try {
    await fillLevels(pool, size);
  } finally {
    await pool.end();
  }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** The site, and who may write there. */
export interface LevelsGround {
  readonly port: number;
  readonly writer: Readonly<Record<string, string>>;
}

interface LevelsSide extends LevelsWorld {
  readonly pool: Pool;
  readonly ground: LevelsGround;
  readonly close: () => Promise<void>;
}

async function openSide(world: LevelsWorld): Promise<LevelsSide> {
  const pool = new Pool({ connectionString: world.url });
  const { site, ground } = await openSite(world.url);
  const close = async () => {
    await pool.end();
    await site.stop();
  };
  return { ...world, pool, ground, close };
}

/** What is asked of each side, and by hand beside it. */
interface LevelsCase {
  readonly name: string;
  readonly sides: readonly {
    readonly status: number;
    readonly request: (turn: number) => Buffer;
    readonly plain: (turn: number) => Promise<unknown>;
  }[];
}

async function searchCases(sides: readonly LevelsSide[]): Promise<LevelsCase[]> {
  const cases: LevelsCase[] = [];
  for (const isFar of [false, true]) {
    for (const filters of FILTERS) {
      const pairs = await Promise.all(sides.map(async (side) => searchesOf(side, filters, isFar)));
      cases.push(caseOf(`${filters.name}, page ${isFar ? '5,000' : '1'}`, sides, (side) => pairs[side] ?? []));
    }
  }
  return cases;
}

function playerCases(sides: readonly LevelsSide[]): LevelsCase[] {
  return PLAYER_FILTERS.map((filters) => {
    const pairs = playerSearchesOf(filters);
    return caseOf(filters.name, sides, () => pairs);
  });
}

type Pairs = Awaited<ReturnType<typeof searchesOf>>;

function caseOf(name: string, sides: readonly LevelsSide[], pairsOf: (side: number) => Pairs): LevelsCase {
  return {
    name,
    sides: sides.map(({ pool }, side) => {
      const pairs = pairsOf(side);
      // By sevens, so that neighbours in the list are not asked one after the other.
      const at = (turn: number) => pairs[(turn * 7) % pairs.length];
      return {
        status: 200,
        request: (turn) => at(turn)?.bytes ?? Buffer.alloc(0),
        plain: (turn) => pool.query(at(turn)?.plain.text ?? '', [...(at(turn)?.plain.values ?? [])]),
      };
    }),
  };
}

async function deedCases(sides: readonly LevelsSide[]): Promise<LevelsCase[]> {
  const deeds = await Promise.all(sides.map(({ ground, pool }) => deedsOf(ground, pool)));
  return (deeds[0] ?? []).map(({ name }, at) => ({ name, sides: deeds.flatMap((side) => side[at] ?? []) }));
}

/** @returns of each case the figures of each side */
async function measureCases(sides: readonly LevelsSide[], cases: readonly LevelsCase[]): Promise<LevelFigures[][]> {
  const measured: LevelFigures[][] = [];
  for (const one of cases) measured.push(await measureCase(sides, one));
  return measured;
}

/** In turns, so that whatever else the machine does meets both sides. */
async function measureCase(
  sides: readonly LevelsSide[],
  { name, sides: caseSides }: LevelsCase,
): Promise<LevelFigures[]> {
  const runs = sides.flatMap(({ ground }, side) => {
    const own = caseSides[side];
    return own === undefined ? [] : [{ ...own, port: ground.port, times: [] as number[] }];
  });
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      const seconds = round === 0 ? WARM : SECONDS;
      const request = ({ turn }: { turn: number }) => run.request(turn + round * 1000);
      const { times } = await load({ port: run.port, connections: FEW, seconds, status: run.status, request });
      if (round > 0) run.times.push(...times);
    }
  }
  const figures: LevelFigures[] = [];
  for (const { times, plain } of runs) {
    let calls = 0;
    figures.push({ name, site: figuresOf(times), plain: figuresOf(await timesOf(() => plain((calls += 1)), FEW)) });
  }
  return figures;
}

function figuresOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function openSite(url: string) {
  const site = await startSite({ DATABASE_URL: url, SECRET: 'x'.repeat(32), LIMITS: '0' });
  if (site.failure !== undefined) throw new Error(site.failure);
  const { ok, text } = await run(NODE, ['server.ts', 'sign-in', 'admin'], { env: site.env, output: 'keep' });
  if (!ok) throw new Error(text);
  const { cookie, xsrf } = JSON.parse(text) as { cookie: string; xsrf: string };
  return { site, ground: { port: Number(site.env.PORT), writer: { cookie, 'x-xsrf-token': xsrf } } };
}
