import { randomUUID } from 'node:crypto';

import { requestBytes } from '../http-connection.ts';
import { load } from '../load.ts';
import type { LoadFigures } from '../load.ts';
import { MANY, SECONDS } from '../measure.ts';
import type { BenchSetup } from '../setup.ts';

/** Page views of one request size: how many a second were taken, and how many of them are not there afterwards. */
export interface Telemetry {
  /** Events of one request. */
  together: number;
  eventsPerSecond: number;
  /** Of requests. */
  figure: LoadFigures;
  /** Taken with 202 and not in the table, which must be none. */
  lost: number;
}

const PATH = '/api/telemetry/datasets/rumpus_site_pageviews';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' };

/** Tells page views as browsers do, one at a time and twenty at a time, and counts the rows. */
export async function measureTelemetry(ground: BenchSetup): Promise<Telemetry[]> {
  await measure(ground, 1, SECONDS / 3);
  return [await measure(ground, 1, 2 * SECONDS), await measure(ground, 20, 2 * SECONDS)];
}

async function measure({ ports, pool }: BenchSetup, together: number, seconds: number): Promise<Telemetry> {
  const run = randomUUID()
    .replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    .slice(0, 8);
  let requests = 0;
  const figure = await load({
    port: ports.site,
    connections: MANY,
    seconds,
    status: 202,
    request: () => {
      requests += 1;
      return requestOf(run, together);
    },
  });
  const count = `select count(*)::int as kept from telemetry_page_views where path like $1`;
  const { rows } = await pool.query<{ kept: number }>(count, [`/bench/${run}/%`]);
  const lost = requests * together - (rows[0]?.kept ?? 0);
  return { together, eventsPerSecond: figure.perSecond * together, figure, lost };
}

function requestOf(run: string, together: number): Buffer {
  const time = new Date().toISOString();
  const data = Array.from({ length: together }, (_, at) => ({
    url: `/bench/${run}/page-${at % 50}`,
    referer: 'https://search.example/',
    '@time': time,
    '@id': randomUUID(),
  }));
  return requestBytes('POST', PATH, HEADERS, JSON.stringify({ data }));
}
