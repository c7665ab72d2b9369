import { performance } from 'node:perf_hooks';

import { Hono } from 'hono';

import { listen } from '#lib/http/listen.server.ts';

import { HttpConnection, requestBytes } from './http-connection.ts';
import { openInProcess, timesOf } from './in-process.ts';
import type { InProcess } from './in-process.ts';
import { percentilesOf } from './people/percentiles.ts';
import type { Percentiles } from './people/percentiles.ts';
import type { BenchSetup } from './setup.ts';
import { tableOf } from './table.ts';

const ROUNDS = 40;
const ASKED = 500;
const LINKS = 100_000;
const CALLERS = 2;
const TARGET = 'https://store.example.com/game';
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-language': 'de-DE,de;q=0.9',
  referer: 'https://social.example/',
};

interface RedirectFigure {
  readonly name: string;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** To the bare one: the middle of the ratios of each round. */
  readonly ratio: number;
}

interface ShortlinkReport {
  readonly redirects: readonly RedirectFigure[];
  readonly lists: readonly { readonly name: string; readonly took: Percentiles }[];
}

/** Redirects over HTTP beside a bare one of Hono on the same kind of server, in this process and in turns; lists of many links. */
export async function measureShortlinks(ground: BenchSetup): Promise<ShortlinkReport> {
  const site = await openInProcess(ground, { LIMITS: '1000000' });
  try {
    await fillLinks(ground);
    return { redirects: await measureRedirects(site), lists: await measureLists(site) };
  } finally {
    await site.close();
  }
}

async function fillLinks({ pool }: BenchSetup): Promise<void> {
  await pool.query(`
    insert into shortlinks (shortlink_id, slug, skeleton, title, tags, target, words, created_at, changed_at, expires_at, health)
    select uuidv7(n * interval '-1 minute'), 'many-' || n, 'many-' || n, 'Link ' || n, case when n % 1000 = 0 then '{rare}'::text[] else '{}' end,
      '${TARGET}/' || n, array['many', 'link', 'n' || n, 'w' || n % 5000], now(), now(),
      case when n % 10 = 0 then now() - interval '1 day' end, case when n % 500 = 0 then 'broken' else 'fine' end
    from generate_series(1, ${LINKS}) n`);
  await pool.query('vacuum analyze shortlinks');
}

async function measureRedirects({ load, parts, current }: InProcess): Promise<RedirectFigure[]> {
  const { Site } = await load<typeof import('#app/app.server.ts')>('/app/app.server.ts');
  const { createShortlink } = await load<typeof import('#app/shortlinks/shortlinks.server.ts')>(
    '/app/shortlinks/shortlinks.server.ts',
  );
  const { NewShortlink } = await load<typeof import('#app/shortlinks/shortlink.ts')>('/app/shortlinks/shortlink.ts');
  const rule = { target: `${TARGET}/rule`, devices: ['ios'], locales: ['fr-FR'], share: 50 };
  for (const wanted of [
    { slug: 'plain' },
    { slug: 'ruled', rules: [rule, { ...rule, devices: [], locales: ['de-DE'] }] },
    { slug: 'limited', maxVisits: 1_000_000_000 },
  ])
    await createShortlink(current, NewShortlink.parse({ target: TARGET, ...wanted }));
  const hono = new Hono().get('/go/:slug', (context) => context.redirect(TARGET));
  const site = new Site(parts);
  const open = (fetch: (request: Request, client: { address: string }) => Promise<Response>) =>
    listen({ hosts: ['127.0.0.1'], port: 0, trustProxy: 0, fetch });
  const servers = await Promise.all([
    open(async (request) => hono.fetch(request)),
    open((request, client) => site.fetch(request, client)),
  ]);
  const [bare, own] = await Promise.all(servers.map(({ port }) => HttpConnection.open(port)));
  if (bare === undefined || own === undefined) throw new Error('no connection');
  const kinds = [
    { name: 'a bare redirect of Hono', by: bare, path: '/go/plain' },
    { name: 'a shortlink', by: own, path: '/go/plain' },
    { name: 'one with two rules by device, language and share', by: own, path: '/go/ruled' },
    { name: 'one with so many visits, a statement each', by: own, path: '/go/limited' },
  ].map((kind) => Object.assign({ times: [] as number[], middles: [] as number[] }, kind));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const kind of kinds) {
      const times = await askMany(kind.by, kind.path);
      if (round === 0) continue;
      kind.times.push(...times);
      kind.middles.push(at(times, 0.5));
    }
  }
  bare.close();
  own.close();
  await Promise.all(servers.map((server) => server.close(0)));
  const [first] = kinds;
  return kinds.map(({ name, times, middles }) => {
    const ratios = middles.map((middle, round) => middle / (first?.middles[round] ?? 1));
    return { name, p50: at(times, 0.5), p99: at(times, 0.99), ratio: at(ratios, 0.5) };
  });
}

async function askMany(connection: HttpConnection, path: string): Promise<number[]> {
  const bytes = requestBytes('GET', path, BROWSER);
  const times: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const start = performance.now();
    const { status } = await connection.ask(bytes);
    times.push(performance.now() - start);
    if (status !== 302) throw new Error(`${path} answers ${status}`);
  }
  return times;
}

async function measureLists({ load, current }: InProcess): Promise<ShortlinkReport['lists']> {
  const { listShortlinks } = await load<typeof import('#app/shortlinks/shortlinks.server.ts')>(
    '/app/shortlinks/shortlinks.server.ts',
  );
  const all = { list: 'working', text: '', tag: '', after: undefined, limit: 50 } as const;
  const lists = [
    ['those that work', all],
    ['those that have ended', { ...all, list: 'ended' }],
    ['those that are broken', { ...all, list: 'broken' }],
    ['those with a rare tag', { ...all, tag: 'rare' }],
    ['a word of one', { ...all, text: 'n77777' }],
    ['a word that all have', { ...all, text: 'link' }],
    ['a word of two hundred', { ...all, text: 'w77' }],
  ] as const;
  const figures: { name: string; took: Percentiles }[] = [];
  for (const [name, search] of lists) {
    const work = () => listShortlinks(current, search);
    await work();
    figures.push({ name, took: percentilesOf(await timesOf(work, CALLERS)) });
  }
  return figures;
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

export function shortlinkSections({ redirects, lists }: ShortlinkReport): string[] {
  const redirectTable = tableOf(
    ['', 'p50', 'p99', 'p50 to the bare one'],
    redirects.map(({ name, p50, p99, ratio }) => [
      name,
      `${number.format(p50)} ms`,
      `${number.format(p99)} ms`,
      `${number.format(ratio)} ×`,
    ]),
  );
  const listTable = tableOf(
    [`of ${LINKS.toLocaleString('en-US')} shortlinks`, 'p50 / p95'],
    lists.map(({ name, took: { p50, p95 } }) => [name, `${number.format(p50)} / ${number.format(p95)} ms`]),
  );
  return [
    `## Shortlinks\n\nOver HTTP on one connection, in turns with a bare redirect of Hono on the same kind of server in the same process; then pages of 50 of the console, as the server finds them, for two callers at once.\n\n${redirectTable}\n\n${listTable}`,
  ];
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
