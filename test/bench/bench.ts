/**
 * Measures the built site over HTTP beside the thin server of `thin.ts`, in turns, on one embedded database with fsync
 * on. Prints a table and writes docs/performance.md. Takes about eight minutes.
 * With arguments, such as `npm run bench -- 10000 get count`, only those sizes and the figures whose names hold one of
 * the words, and nothing is written.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '#bin/run.js';

import { load } from './load.ts';
import { mixes } from './mixes.ts';
import type { Mix, World } from './mixes.ts';
import { openGround } from './ground.ts';
import type { Ground } from './ground.ts';
import { reportOf, rowOf } from './report.ts';
import type { Measured } from './report.ts';

const args = process.argv.slice(2);
const [numbers, words] = [args.filter((arg) => /^\d+$/.test(arg)), args.filter((arg) => !/^\d+$/.test(arg))];
const chosen = words.length === 0 ? mixes : mixes.filter(({ name }) => words.some((word) => name.includes(word)));
const sizes = numbers.length === 0 ? [10_000, 100_000] : numbers.map(Number);
const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = 2;

const ground = await openGround();
try {
  const memory = { idle: await ground.memory(), after: 0 };
  const measured: Measured[] = [];
  for (const size of sizes) {
    const world = await ground.fill(size);
    for (const mix of chosen) {
      const result = { mix, size, ...(await measure(ground, world, mix)) };
      measured.push(result);
      process.stdout.write(`${size} items  ${rowOf(result).join('  ')}\n`);
    }
  }
  memory.after = await ground.memory();
  const report = reportOf(measured, memory, { connections: CONNECTIONS, seconds: ROUNDS * SECONDS });
  if (args.length === 0) writeFileSync(join(ROOT, 'docs', 'performance.md'), report);
  process.stdout.write(`\n${report}`);
} finally {
  await ground.close();
}

/** Both servers in turns, so that whatever else the machine does meets both. The first turn of each only warms up. */
async function measure(ground: Ground, world: World, mix: Mix): Promise<Pick<Measured, 'site' | 'thin'>> {
  const turns = { site: [] as Measured['site'][], thin: [] as Measured['thin'][] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const server of ['site', 'thin'] as const) {
      const figure = await load({
        port: ground.ports[server],
        connections: CONNECTIONS,
        seconds: round === 0 ? 1 : SECONDS,
        status: mix.status,
        request: (turn) => mix.request(world, turn),
      });
      if (round > 0) turns[server].push(figure);
    }
  }
  return { site: middle(turns.site), thin: middle(turns.thin) };
}

function middle(figures: Measured['site'][]): Measured['site'] {
  const [figure] = figures.toSorted((a, b) => a.perSecond - b.perSecond).slice(Math.floor(figures.length / 2));
  if (figure === undefined) throw new Error('nothing was measured');
  return figure;
}
