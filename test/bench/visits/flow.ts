import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { HttpConnection, requestBytes } from '../http-connection.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { Percentiles } from '../people/percentiles.ts';
import type { BenchSetup } from '../setup.ts';

/** What is told at a steady rate, a request each, while staff look at the figures. */
export interface FlowFigures {
  readonly perSecond: number;
  readonly seconds: number;
  /** Of requests, from when each was due. */
  readonly told: Percentiles;
  /** Taken with 202 and not in the table, which must be none. */
  readonly lost: number;
  readonly refused: number;
  /** Of the page of visits meanwhile. */
  readonly page: Percentiles;
  readonly refusedPages: number;
}

const PER_SECOND = 2000;
const SECONDS = Number(process.env['VISITS_SECONDS'] ?? 60);
const CONNECTIONS = 64;
const PATH = '/api/telemetry/datasets/rumpus_site_pageviews';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' };

export async function measureFlow({ ports, pool, writer }: BenchSetup): Promise<FlowFigures> {
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => HttpConnection.open(ports.site)));
  const run = randomUUID().replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  const mark = run.slice(0, 8);
  const start = performance.now();
  const end = start + SECONDS * 1000;
  let sent = 0;
  let refused = 0;
  const times: number[] = [];
  const tell = async (line: HttpConnection) => {
    // Whoever is free takes the next that is due: a late one is late for all that wait.
    for (;;) {
      const due = start + (sent / PER_SECOND) * 1000;
      if (due >= end) return;
      sent += 1;
      await pause(Math.max(0, due - performance.now()));
      const answer = await line.ask(requestOf(mark, sent));
      times.push(performance.now() - due);
      if (answer.status !== 202) refused += 1;
    }
  };
  const [page] = await Promise.all([lookUntil({ ports, writer }, end), ...lines.map(tell)]);
  for (const line of lines) line.close();
  const { rows } = await pool.query<{ kept: number }>(
    'select count(*)::int as kept from telemetry_page_views where path like $1',
    [`/flow/${mark}/%`],
  );
  const lost = sent - refused - (rows[0]?.kept ?? 0);
  return {
    perSecond: PER_SECOND,
    seconds: SECONDS,
    told: percentilesOf(times),
    lost,
    refused,
    ...page,
  };
}

async function lookUntil(
  { ports, writer }: Pick<BenchSetup, 'ports' | 'writer'>,
  end: number,
): Promise<Pick<FlowFigures, 'page' | 'refusedPages'>> {
  const times: number[] = [];
  let refusedPages = 0;
  while (performance.now() < end) {
    const from = performance.now();
    const response = await fetch(`http://127.0.0.1:${ports.site}/admin/telemetry`, {
      headers: { ...writer, accept: 'text/html' },
    });
    await response.text();
    if (response.status === 200) times.push(performance.now() - from);
    else refusedPages += 1;
    await pause(500);
  }
  return { page: percentilesOf(times), refusedPages };
}

function requestOf(mark: string, turn: number): Buffer {
  const event = { url: `/flow/${mark}/page-${turn % 50}`, referer: 'https://search.example/', '@id': randomUUID() };
  const body = JSON.stringify({ data: [{ ...event, '@time': new Date().toISOString() }] });
  return requestBytes('POST', PATH, HEADERS, body);
}
