import { performance } from 'node:perf_hooks';

import { openInProcess, timesOf } from './in-process.ts';
import type { InProcess } from './in-process.ts';
import { FEW } from './measure.ts';
import { percentilesOf } from './people/percentiles.ts';
import type { Percentiles } from './people/percentiles.ts';
import type { BenchSetup } from './setup.ts';
import { tableOf } from './table.ts';

export const IN_MEMORY = 'sets in memory';

const CRATE = 'bench';

interface Figures extends Percentiles {
  /** Milliseconds of the very first. */
  readonly first: number;
}

export interface InMemoryFigures {
  readonly name: string;
  readonly with: Figures;
  readonly without: Figures;
}

/** The same counts and searches by the site's own code in this process, with sets in memory and without, in turns. */
export async function measureInMemorySets(ground: BenchSetup): Promise<InMemoryFigures[]> {
  const sites = { with: await openInProcess(ground), without: await openInProcess(ground) };
  try {
    await openSets(sites.without, 0);
    const work = { with: await workOf(sites.with), without: await workOf(sites.without) };
    const figures: InMemoryFigures[] = [];
    for (const name of Object.keys(work.with)) {
      const one = { with: work.with[name] ?? fail, without: work.without[name] ?? fail };
      figures.push({ name, with: await measure(one.with), without: await measure(one.without) });
    }
    return figures;
  } finally {
    await sites.with.close();
    await sites.without.close();
  }
}

export function inMemoryTable(figures: readonly InMemoryFigures[]): string {
  const text = ({ first, p50, p95 }: Figures) => [`${ms.format(first)} ms`, `${ms.format(p50)} / ${ms.format(p95)} ms`];
  return tableOf(
    ['', 'first, with', 'p50 / p95, with', 'first, without', 'p50 / p95, without'],
    figures.map((one) => [one.name, ...text(one.with), ...text(one.without)]),
  );
}

const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

async function openSets({ current, load }: InProcess, mostBytes: number): Promise<void> {
  const { sharedSetsCache } = await load<typeof import('#app/storage/counts/sets-cache.server.ts')>(
    '/app/storage/counts/sets-cache.server.ts',
  );
  sharedSetsCache(current, mostBytes);
}

type Work = () => Promise<unknown>;

async function workOf({ current, load }: InProcess): Promise<Record<string, Work>> {
  const searches = await load<typeof import('#app/storage/search/searches.server.ts')>(
    '/app/storage/search/searches.server.ts',
  );
  const facets = await load<typeof import('#app/storage/search/facets.server.ts')>(
    '/app/storage/search/facets.server.ts',
  );
  const updates = await load<typeof import('#app/storage/writes/updates.server.ts')>(
    '/app/storage/writes/updates.server.ts',
  );
  const tagged = (...terms: string[]) => ({
    tags: {
      included: terms.filter((term) => !term.startsWith('-')),
      excluded: terms.filter((term) => term.startsWith('-')).map((term) => term.slice(1)),
    },
  });
  const count = (...terms: string[]) => searches.countItems(current, CRATE, tagged(...terms));
  const page = (...terms: string[]) => searches.findItems(current, CRATE, { ...tagged(...terms), limit: 20 });
  const [one] = (await page('maker:7')).items;
  if (one === undefined) throw new Error('there is no item');
  let turn = 0;
  const write = () =>
    updates.updateMetadata(current, CRATE, one.itemId, { tags: [...one.tags, `turn:${(turn += 1) % 2}`] }, {});
  return {
    'count of a large tag': () => count('difficulty:3'),
    'count of a large tag without another': () => count('difficulty:3', '-draft'),
    'count of a small tag': () => count('maker:7'),
    'count of what lacks three': () => count('-draft', '-difficulty:3', '-maker:7'),
    'count of all': () => count(),
    'a write, then a count': async () => {
      await write();
      await count('difficulty:3', '-draft');
    },
    'facets of ten tags': () => facets.countFacets(current, CRATE, tagged('-draft'), ['difficulty']),
    'page of two tags': () => page('draft', 'difficulty:3'),
    'page of two tags that few have': () => page('maker:7', 'difficulty:7'),
    'page of two tags that nobody has': () => page('maker:7', 'difficulty:3'),
    'page of two large tags that nobody has': () => page('ready', 'draft'),
    'page of what lacks three': () => page('-draft', '-difficulty:3', '-maker:7'),
  };
}

async function measure(work: Work): Promise<Figures> {
  const from = performance.now();
  await work();
  const first = performance.now() - from;
  // What the first has set going in the background is done by then.
  await timesOf(work, FEW);
  return { first, ...percentilesOf(await timesOf(work, FEW)) };
}

function fail(): never {
  throw new Error('both do the same');
}
