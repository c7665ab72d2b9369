import { performance } from 'node:perf_hooks';

import { percentilesOf } from '../people/percentiles.ts';
import { cursorOf } from '../searches.ts';
import type { BenchSetup } from '../setup.ts';
import { waitUntilIndexed } from '../site/posts.ts';
import { DEEP_PAGE, fillConsole } from './fill.ts';
import { screenRowOf } from './report.ts';
import type { ConsoleReport, ScreenFigures } from './report.ts';
import { consoleScreens } from './screens.ts';
import type { ConsolePlaces, ConsoleScreen } from './screens.ts';

const ITEMS = Number(process.env['CONSOLE_ITEMS'] ?? 1_000_000);
const TIMES = 50;
/** What takes long is asked no more often than this many milliseconds allow. */
const MOST_MS = 15_000;

/** What staff open in the console, as they get it over HTTP: the whole of each page, one after the other. */
export async function measureConsole(ground: BenchSetup): Promise<ConsoleReport> {
  await ground.fill(ITEMS);
  await ground.changeDatabase(fillConsole);
  await waitUntilIndexed(ground.pool);
  return measureScreens(ground);
}

async function measureScreens(ground: BenchSetup): Promise<ConsoleReport> {
  const screens: ScreenFigures[] = [];
  for (const screen of consoleScreens(await findPlaces(ground))) {
    const figures = await measureScreen(ground, screen);
    screens.push(figures);
    process.stdout.write(`${screenRowOf(figures).join('  ')}\n`);
  }
  return { items: ITEMS, screens };
}

async function findPlaces({ pool, ports, writer }: BenchSetup): Promise<ConsolePlaces> {
  const { rows } = await pool.query<Record<'item_id' | 'rev' | 'key_id' | 'audit_id', string>>(`
    select t.item_id, (select rev from item_versions v where v.crate_id = 'bench' and v.item_id = t.item_id order by rev limit 1 offset 50),
      (select key_id from app_keys where app_id = 'bench' limit 1), (select max(audit_id) from audit) as audit_id
    from item_tags t where t.crate_id = 'bench' and t.tag = 'much'`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database is not filled');
  const changes = await fetch(`http://127.0.0.1:${ports.site}/api/storage/crates/bench/changes?limit=128`, {
    headers: { cookie: writer['cookie'] ?? '' },
  });
  const since = changes.headers.get('rumpus-changes-since');
  if (since === null) throw new Error(await changes.text());
  const deep = await cursorOf(ports.site, Math.min(DEEP_PAGE, ITEMS / 20));
  return { deep, itemId: row.item_id, rev: row.rev, keyId: row.key_id, auditId: row.audit_id, since };
}

async function measureScreen(ground: BenchSetup, { name, path, sql, form }: ConsoleScreen): Promise<ScreenFigures> {
  const origin = `http://127.0.0.1:${ground.ports.site}`;
  const url = `${origin}${path}`;
  const headers = { ...ground.writer, origin, accept: path.startsWith('/api/') ? 'application/json' : 'text/html' };
  const sent: RequestInit = form === undefined ? { headers } : { headers, method: 'POST', redirect: 'manual' };
  const statuses = new Set<number>();
  const open = async () => {
    const response = await fetch(url, form === undefined ? sent : { ...sent, body: new URLSearchParams(form) });
    await response.text();
    statuses.add(response.status);
  };
  const first = await timeOf(open);
  const [page, bare] = [await timesOf(open), await timesOf(() => runAlone(ground, sql))];
  return { name, statuses: [...statuses], first, page: percentilesOf(page), bare: percentilesOf(bare) };
}

/** What it writes is taken back. */
async function runAlone({ pool }: BenchSetup, sql: string): Promise<void> {
  await pool.query(sql.startsWith('insert') ? `begin; ${sql}; rollback` : sql);
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + MOST_MS;
  while (times.length < TIMES && performance.now() < end) times.push(await timeOf(work));
  return times;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
