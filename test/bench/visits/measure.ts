import { performance } from 'node:perf_hooks';

import type { Database } from '#lib/database/database.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { openInProcess } from '../in-process.ts';
import type { InProcess } from '../in-process.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { BenchSetup } from '../setup.ts';
import { DAYS_OF_ROWS, fillRows, fillSums } from './fill.ts';
import { measureFlow } from './flow.ts';
import type { VisitsReport, VisitScreenFigures } from './report.ts';

const TIMES = 15;

/** What staff see of visits: whole pages over HTTP, and the statements that each of them sends alone. */
export async function measureVisits(ground: BenchSetup): Promise<VisitsReport> {
  const within = await openInProcess(ground);
  try {
    await fillRows(ground.pool);
    const { rollUp } = await within.load<typeof import('#app/telemetry/roll-ups.server.ts')>(
      '/app/telemetry/roll-ups.server.ts',
    );
    const first = await timeOf(() => rollUp(within.current));
    const hourly = await timeOf(() => rollUp(within.current));
    await fillSums(ground.pool);
    const { rows } = await ground.pool.query<{ sums: number; megabytes: number }>(`
      select (select count(*)::int from telemetry_visit_sums) as sums,
        round(pg_total_relation_size('telemetry_visit_sums') / 1048576.0)::int as megabytes`);
    const screens: VisitScreenFigures[] = [];
    for (const [name, query] of SCREENS) screens.push(await measureScreen(ground, within, name, query));
    return {
      ofDay: first / (DAYS_OF_ROWS + 1),
      hourly,
      sums: rows[0]?.sums ?? 0,
      megabytes: rows[0]?.megabytes ?? 0,
      screens,
      flow: await measureFlow(ground),
    };
  } finally {
    await within.close();
  }
}

const SCREENS: readonly (readonly [name: string, query: string])[] = [
  ['today', '?period=day'],
  ['30 days, beside the 30 before', ''],
  ['90 days, beside the 90 before', '?period=quarter'],
  ['12 months, beside the 12 before', '?period=year'],
  ['30 days of bots', '?who=bots'],
  ['all pages of 12 months', '?period=year&by=path'],
  ['one page over 12 months', '?period=year&path=/page/7'],
  ['what is below a page, 90 days', '?period=quarter&path=/page&below=true'],
];

async function measureScreen(
  ground: BenchSetup,
  within: InProcess,
  name: string,
  query: string,
): Promise<VisitScreenFigures> {
  const url = `http://127.0.0.1:${ground.ports.site}/admin/telemetry${query}`;
  const statuses = new Set<number>();
  const open = async () => {
    const response = await fetch(url, { headers: { ...ground.writer, accept: 'text/html' } });
    await response.text();
    statuses.add(response.status);
  };
  const statements = await findStatements(within, query);
  const runAlone = () => Promise.all(statements.map((statement) => ground.pool.query(statement)));
  await open();
  await runAlone();
  const times = { page: [] as number[], bare: [] as number[] };
  // In turns, so that whatever else the machine does meets both.
  for (let turn = 0; turn < TIMES; turn += 1) {
    times.page.push(await timeOf(open));
    times.bare.push(await timeOf(runAlone));
  }
  return { name, statuses: [...statuses], page: percentilesOf(times.page), bare: percentilesOf(times.bare) };
}

async function findStatements({ current, load }: InProcess, query: string) {
  const { toQuery } = await load<typeof import('#lib/database/sql.server.ts')>('/lib/database/sql.server.ts');
  const { loadVisitsPage } = await load<typeof import('#app/admin/telemetry/visits-page.server.ts')>(
    '/app/admin/telemetry/visits-page.server.ts',
  );
  const statements: { text: string; values: unknown[] }[] = [];
  const heard = {
    query: (statement: Sql) => {
      const { text, values } = toQuery(statement);
      statements.push({ text, values });
      return current.db.query(statement);
    },
  };
  const db = { heavyFor: () => heard } as unknown as Database;
  await loadVisitsPage({ ...current, db }, new URLSearchParams(query));
  return statements;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
