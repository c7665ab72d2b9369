import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { HttpConnection, requestBytes } from './http-connection.ts';
import type { LoadFigures } from './load.ts';
import type { BenchCrate } from './mixes.ts';

/** What one who reads waits for, alone and while somebody else floods the site with the slowest of searches. */
export interface FloodFigures {
  quiet: LoadFigures;
  flooded: LoadFigures;
}

const ITEMS = '/api/storage/crates/bench/items';
const SECONDS = 15;
const READ_EVERY_MS = 20;
/** By words that nothing has, and all in the order of a stat but for what everything has. */
const SEARCHES = ['q=zzz&sort=stats.score', 'sort=stats.score&tags=-kind:level'];
/** Ten searches a second are within the limits of one address. */
const SEARCH_EVERY_MS = 100;
/** By then as many wait as may. */
const RISE_MS = 5000;

export async function measureFlood(port: number, world: BenchCrate): Promise<FloodFigures> {
  await read(port, world, 2);
  const quiet = await read(port, world, SECONDS);
  const flood = new AbortController();
  const ended = search(port, flood.signal);
  await pause(RISE_MS);
  const flooded = await read(port, world, SECONDS);
  flood.abort();
  await ended;
  return { quiet, flooded };
}

/** One item after the other on one connection, as a page does that somebody looks through. */
async function read(port: number, { itemIds }: BenchCrate, seconds: number): Promise<LoadFigures> {
  const line = await HttpConnection.open(port);
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const itemId = itemIds[(turn * 7919) % itemIds.length];
    const sent = performance.now();
    const answer = await line.ask(requestBytes('GET', `${ITEMS}/${itemId}`, {}));
    times.push(performance.now() - sent);
    if (answer.status !== 200) throw new Error(answer.text());
    await pause(READ_EVERY_MS);
  }
  line.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99), times };
}

/** Does not wait for the answers, which come late or are refusals. */
async function search(port: number, over: AbortSignal): Promise<void> {
  const searches = SEARCHES.map((terms) => requestBytes('GET', `${ITEMS}?${terms}`, {}));
  const answers: Promise<unknown>[] = [];
  while (!over.aborted) {
    const bytes = searches[answers.length % searches.length] ?? Buffer.alloc(0);
    answers.push(HttpConnection.open(port).then((line) => line.ask(bytes).then(() => line.close())));
    await pause(SEARCH_EVERY_MS);
  }
  await Promise.allSettled(answers);
}
