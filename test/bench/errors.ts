import { randomUUID } from 'node:crypto';

import type { Pool } from 'pg';

import { requestBytes } from './http-connection.ts';
import { openInProcess, timesOf } from './in-process.ts';
import { load } from './load.ts';
import type { LoadFigures } from './load.ts';
import { MANY, SECONDS } from './measure.ts';
import { percentilesOf } from './people/percentiles.ts';
import type { Percentiles } from './people/percentiles.ts';
import type { BenchSetup } from './setup.ts';
import { tableOf } from './table.ts';

const ISSUES = 100_000;
const ROUNDS = 4;
const CALLERS = 2;
const PATH = '/api/telemetry/datasets/rumpus_site_errors';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' };
/** Different errors that are told again and again. */
const KINDS = 200;

interface TakenFigures {
  /** Errors of one request. */
  readonly together: number;
  readonly site: LoadFigures;
  /** As many rows in a table by one statement each time, past the site. */
  readonly bare: Percentiles & { readonly perSecond: number };
  /** Taken with 202 and not counted, which must be none. */
  readonly lost: number;
}

interface ErrorsReport {
  readonly taken: readonly TakenFigures[];
  readonly lists: readonly { readonly name: string; readonly took: Percentiles; readonly bare: Percentiles }[];
}

/** Tells errors as browsers do, in turns with bare inserts; then lists many issues as the server finds them. */
export async function measureErrors(ground: BenchSetup): Promise<ErrorsReport> {
  const { pool } = ground;
  await pool.query(
    `create table bench_errors (id uuid primary key, message text, trace text, context text, at timestamptz)`,
  );
  const taken = [await measureTaken(ground, 1), await measureTaken(ground, 20)];
  await pool.query('drop table bench_errors');
  return { taken, lists: await measureLists(ground) };
}

async function measureTaken({ ports, pool }: BenchSetup, together: number): Promise<TakenFigures> {
  const before = await countErrors(pool);
  const [site, bare]: [LoadFigures[], number[]] = [[], []];
  let [requests, statements] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    site.push(
      await load({
        port: ports.site,
        connections: MANY,
        seconds: SECONDS,
        status: 202,
        request: () => {
          requests += 1;
          return requestBytes('POST', PATH, HEADERS, JSON.stringify({ data: errorsOf(requests, together) }));
        },
      }),
    );
    bare.push(...(await timesOf(() => insertBare(pool, errorsOf((statements += 1), together)), MANY)));
  }
  const lost = requests * together - ((await countErrors(pool)) - before);
  const times = site.flatMap((figures) => figures.times);
  const sorted = times.toSorted((a, b) => a - b);
  const perSecond = site.reduce((sum, figures) => sum + figures.perSecond, 0) / ROUNDS;
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    together,
    site: { perSecond, p50: at(0.5), p99: at(0.99), times },
    bare: { ...percentilesOf(bare), perSecond: bare.length / (ROUNDS * SECONDS) },
    lost,
  };
}

function errorsOf(turn: number, together: number) {
  return Array.from({ length: together }, (_, at) => {
    const kind = (turn * together + at) % KINDS;
    const frames = Array.from(
      { length: 8 },
      (_, frame) => `    at f${frame} (http://localhost:8080/assets/chest-AbCdEf12.js:1:${kind * 100 + frame})`,
    );
    return {
      message: `TypeError: chest ${kind} is undefined`,
      trace: [`TypeError: chest ${kind} is undefined`, ...frames].join('\n'),
      context: { url: '/games' },
      '@time': new Date().toISOString(),
      '@id': randomUUID(),
    };
  });
}

async function insertBare(pool: Pool, errors: ReturnType<typeof errorsOf>): Promise<void> {
  await pool.query(
    `insert into bench_errors select * from json_to_recordset($1::json)
      as sent (id uuid, message text, trace text, context text, at timestamptz)`,
    [JSON.stringify(errors.map((error) => ({ ...error, id: error['@id'], at: error['@time'] })))],
  );
}

async function countErrors(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ sum: string }>(
    'select coalesce(sum(occurrences), 0) as sum from telemetry_error_counts',
  );
  return Number(rows[0]?.sum ?? 0);
}

async function measureLists(ground: BenchSetup): Promise<ErrorsReport['lists']> {
  await fillIssues(ground.pool);
  const { load: loadModule, current, close } = await openInProcess(ground);
  try {
    const { listIssues } = await loadModule<typeof import('#app/telemetry/issues/issues.server.ts')>(
      '/app/telemetry/issues/issues.server.ts',
    );
    const open = { list: 'open', words: '', after: undefined, limit: 50 } as const;
    const where = (condition: string) => `select * from telemetry_issues where merged_into is null and ${condition}
      order by last_seen_at desc, issue_id desc limit 51`;
    const saying = (word: string) =>
      where(`state = 'open' and issue_id in (select issue_id from telemetry_issue_stacks
      where to_tsvector('simple', regexp_replace(message || ' ' || place, '\\W+', ' ', 'g')) @@ '${word}:*'::tsquery)`);
    const lists = [
      ['open', open, where(`state = 'open'`)],
      ['back again', { ...open, list: 'regressed' }, where(`state = 'open' and regressed`)],
      ['resolved', { ...open, list: 'resolved' }, where(`state = 'resolved'`)],
      ['a word of one', { ...open, words: 'n77777' }, saying('n77777')],
      ['a word of two hundred', { ...open, words: 'w77' }, saying('w77')],
      ['a word that all have', { ...open, words: 'chest' }, saying('chest')],
    ] as const;
    const figures: { name: string; took: Percentiles; bare: Percentiles }[] = [];
    for (const [name, search, sql] of lists) {
      await listIssues(current, search);
      const took = percentilesOf(await timesOf(() => listIssues(current, search), CALLERS));
      figures.push({ name, took, bare: percentilesOf(await timesOf(() => ground.pool.query(sql), CALLERS)) });
    }
    return figures;
  } finally {
    await close();
  }
}

/** Each with what a week has counted of it. */
async function fillIssues(pool: Pool): Promise<void> {
  await pool.query(`
    create table bench_issues as select n, uuidv7(n * interval '-20 seconds') as issue_id, md5('issue ' || n) as hash,
      now() - n * interval '20 seconds' as at from generate_series(1, ${ISSUES}) n;
    insert into telemetry_issues (issue_id, state, regressed, resolved_in, resolved_at, touched, first_seen_at, last_seen_at)
      select issue_id, case when n % 10 = 0 then 'resolved' when n % 7 = 0 then 'ignored' else 'open' end, n % 1001 = 0 and n % 7 > 0 and n % 10 > 0,
        case when n % 10 = 0 then '17.37.0' end, case when n % 10 = 0 then at end, true, at - interval '6 days', at from bench_issues;
    insert into telemetry_issue_stacks (stack_hash, issue_id, found_as, message, place, frames, version, occurrences)
      select decode(hash, 'hex'), issue_id, issue_id, 'TypeError: chest n' || n || ' of w' || n % 5000 || ' is undefined',
        'app/shop/chest-' || n % 300 || '.ts:' || n % 90, '[]', '17.36.4', 70 from bench_issues;
    insert into telemetry_issue_days (stack_hash, day, version, occurrences, visitors)
      select decode(hash, 'hex'), current_date - d, '17.36.4', 10, set_bit(repeat('0', 1024)::bit(1024), (n * 7 + d) % 1024, 1)
      from bench_issues, generate_series(0, 6) d;
    drop table bench_issues`);
  await pool.query('vacuum analyze telemetry_issues, telemetry_issue_stacks, telemetry_issue_days');
}

export function errorsSections({ taken, lists }: ErrorsReport): string[] {
  const takenTable = tableOf(
    ['errors of one request', 'errors a second', 'p50 / p99', 'bare inserts of as many a second', 'share', 'lost'],
    taken.map(({ together, site, bare, lost }) => [
      String(together),
      number.format(site.perSecond * together),
      `${number.format(site.p50)} / ${number.format(site.p99)} ms`,
      number.format(bare.perSecond * together),
      `${number.format((site.perSecond / bare.perSecond) * 100)} %`,
      String(lost),
    ]),
  );
  const listTable = tableOf(
    [`of ${ISSUES.toLocaleString('en-US')} issues`, 'p50 / p95', 'bare SQL', 'p95 ≤ 200 ms'],
    lists.map(({ name, took, bare }) => [
      name,
      `${number.format(took.p50)} / ${number.format(took.p95)} ms`,
      `${number.format(bare.p50)} / ${number.format(bare.p95)} ms`,
      took.p95 <= 200 ? 'yes' : 'no',
    ]),
  );
  return [
    `## Errors\n\nErrors with traces, ${KINDS} kinds of them, told over HTTP on ${MANY} connections, in turns with inserts of the same into a table without indexes by as many callers; then pages of 50 issues, as the server finds them, for two callers at once, beside their main statement in SQL alone.\n\n${takenTable}\n\n${listTable}`,
  ];
}

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
