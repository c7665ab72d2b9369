import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

import { openInProcess } from './in-process.ts';
import type { BenchSetup } from './setup.ts';
import { tableOf } from './table.ts';

interface ExportFigures {
  readonly items: number;
  readonly seconds: number;
  readonly megabytes: number;
  /** Of what the program holds, above what it held before; measured while it runs. */
  readonly heapMegabytes: number;
  /** The longest time in which nothing else ran in the process. */
  readonly longestBlockMs: number;
}

const CRATE = 'bench-exports';
const OWNER = 'exporter';
const SIZES = [10_000, 100_000, 1_000_000];
const MB = 1024 * 1024;

/** The export of somebody with so many items of 600 bytes, into the store of files. */
export async function measureExports(ground: BenchSetup): Promise<ExportFigures[]> {
  const { load, current, close } = await openInProcess(ground);
  const { runExports } = await load<typeof import('#app/exports/making/run.server.ts')>(
    '/app/exports/making/run.server.ts',
  );
  const { nouns } = await load<typeof import('#app/nouns.server.ts')>('/app/nouns.server.ts');
  const figures: ExportFigures[] = [];
  for (const items of SIZES) {
    await fill(ground.pool, items);
    // By hand: a deed would tell the site, which would make it.
    await ground.pool.query(
      `insert into data_exports (owner, export_id, user_id, locale, state, asked_at)
        values ('user ' || $1, gen_random_uuid(), $1, 'en-US', 'waiting', now())
        on conflict (owner) do update set state = 'waiting', file_key = null, expires_at = null`,
      [OWNER],
    );
    globalThis.gc?.();
    const held = process.memoryUsage();
    const before = held.heapUsed + held.external;
    const watch = watchMemory();
    const start = performance.now();
    await runExports(current, nouns);
    const seconds = (performance.now() - start) / 1000;
    const { peak, longestBlockMs } = watch.end();
    const { rows } = await ground.pool.query<{ state: string; bytes: string }>(
      'select state, bytes from data_exports where user_id = $1',
      [OWNER],
    );
    if (rows[0]?.state !== 'ready') throw new Error(`the export is ${rows[0]?.state}`);
    const [megabytes, heapMegabytes] = [Number(rows[0].bytes) / MB, (peak - before) / MB];
    figures.push({ items, seconds, megabytes, heapMegabytes, longestBlockMs });
  }
  await close();
  return figures;
}

function watchMemory() {
  let [peak, longestBlockMs, last] = [0, 0, performance.now()];
  const ending = new AbortController();
  const look = async () => {
    while (!ending.signal.aborted) {
      await sleep(10);
      const now = performance.now();
      longestBlockMs = Math.max(longestBlockMs, now - last - 10);
      last = now;
      peak = Math.max(peak, process.memoryUsage().heapUsed + process.memoryUsage().external);
    }
  };
  void look();
  return {
    end: () => {
      ending.abort();
      return { peak, longestBlockMs };
    },
  };
}

async function fill(pool: Pool, items: number): Promise<void> {
  await pool.query(`insert into accounts (user_id, role) values ($1, 'authenticated') on conflict do nothing`, [OWNER]);
  await pool.query(
    `insert into crates (crate_id, name, policy, max_bytes, created_at, updated_at)
      values ($1, 'Exports', '{"list":["public"],"read":["public"]}', 100000, now(), now()) on conflict do nothing`,
    [CRATE],
  );
  await pool.query('delete from items where crate_id = $1', [CRATE]);
  await pool.query(
    `insert into items (crate_id, item_id, rev, user_id, collaborators, tags, mimetype, bytes, body, digest, created_at, updated_at)
      select $1, gen_random_uuid(), 1000, $3, array[$3], '{kind:level,new}', 'text/plain', 600,
        convert_to(repeat(md5(n::text), 19), 'UTF8'), sha256('x'), now() - n * interval '1 second', now()
      from generate_series(1, $2::int) n`,
    [CRATE, items, OWNER],
  );
  await pool.query('vacuum analyze items');
}

export function exportSections(figures: readonly ExportFigures[]): string[] {
  const rows = figures.map(({ items, seconds, megabytes, heapMegabytes, longestBlockMs }) => [
    items.toLocaleString('en-US'),
    seconds.toFixed(1),
    megabytes.toFixed(0),
    heapMegabytes.toFixed(0),
    longestBlockMs.toFixed(0),
  ]);
  return [
    `## The export of one person's data

All that is kept about somebody with so many items of 600 bytes, as a zip of JSON and pages in the store of files (decision 122).

${tableOf(['items', 'seconds', 'zip, MB', 'peak above the start, MB', 'longest block, ms'], rows)}
`,
  ];
}
