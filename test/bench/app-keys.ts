import { performance } from 'node:perf_hooks';

import type { KeyCalls } from '#app/apps/key-calls.server.ts';

import { openInProcess } from './in-process.ts';
import type { InProcess } from './in-process.ts';
import type { BenchSetup } from './setup.ts';
import { tableOf } from './table.ts';

const ROUNDS = 41;
const CALLS = 1000;
const KEYS = 1000;

interface KeyCallFigures {
  /** Microseconds of one call by an app key that is not counted, and of one that is: the middle of all rounds. */
  readonly uncounted: number;
  readonly counted: number;
  /** The middle of the ratios of each round. */
  readonly ratio: number;
  /** Milliseconds to write what was counted of 1,000 keys. */
  readonly flush: number;
}

/** Calls of the site's own code in this process, with the counting and without, in turns. */
export async function measureAppKeys(ground: BenchSetup): Promise<KeyCallFigures> {
  const site = await openInProcess(ground);
  try {
    const { Site } = await site.load<typeof import('#app/app.server.ts')>('/app/app.server.ts');
    const { KeyCalls: Counting } = await site.load<typeof import('#app/apps/key-calls.server.ts')>(
      '/app/apps/key-calls.server.ts',
    );
    class NoKeyCalls extends Counting {
      override count() {}
    }
    const { db, now } = site.parts;
    const uncounted: KeyCalls = new NoKeyCalls({ db, now, onError: () => {} });
    const [{ key }] = await makeKeys(site, 1);
    const headers = { 'rumpus-app-key': key };
    const roundOf = async (one: InstanceType<typeof Site>) => {
      const start = performance.now();
      for (let call = 0; call < CALLS; call += 1)
        await one.fetch(new Request('http://127.0.0.1/api/version', { headers }), { address: '127.0.0.1' });
      return ((performance.now() - start) * 1000) / CALLS;
    };
    const [plain, full] = [new Site({ ...site.parts, keyCalls: uncounted }), new Site(site.parts)];
    const rounds: { readonly plain: number; readonly full: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const figure = { plain: await roundOf(plain), full: await roundOf(full) };
      if (round > 0) rounds.push(figure);
    }
    return {
      uncounted: middle(rounds.map((round) => round.plain)),
      counted: middle(rounds.map((round) => round.full)),
      ratio: middle(rounds.map((round) => round.full / round.plain)),
      flush: await timeFlush(site),
    };
  } finally {
    await site.close();
  }
}

async function timeFlush(site: InProcess): Promise<number> {
  const keys = await makeKeys(site, KEYS);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (const { keyId } of keys) site.parts.keyCalls.count(keyId, 200);
    const start = performance.now();
    await site.parts.keyCalls.flush();
    times.push(performance.now() - start);
  }
  return middle(times);
}

interface MadeKey {
  readonly keyId: string;
  readonly key: string;
}

async function makeKeys({ load, current }: InProcess, count: number): Promise<[MadeKey, ...MadeKey[]]> {
  const { createAppKey } = await load<typeof import('#app/apps/new-keys.server.ts')>('/app/apps/new-keys.server.ts');
  const proved = { ...current, actor: { ...current.actor, provedAt: new Date() } };
  const wanted = { appId: 'bench', name: 'Bench', scopes: [{ crateId: '*', may: ['read' as const] }], days: null };
  const make = async () => {
    const made = await createAppKey(proved, { ...wanted, callsPerMinute: null });
    if (!('keyId' in made)) throw new Error('the benches need a site without the rule of two persons');
    return made;
  };
  const keys: [MadeKey, ...MadeKey[]] = [await make()];
  while (keys.length < count) keys.push(await make());
  return keys;
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

export function appKeySections({ uncounted, counted, ratio, flush }: KeyCallFigures): string[] {
  const table = tableOf(
    ['', 'figure'],
    [
      ['a call by an app key, not counted', `${number.format(uncounted)} µs`],
      ['a call that is counted', `${number.format(counted)} µs`],
      ['the counting makes a call longer, times', number.format(ratio)],
      ['writing what was counted of 1,000 keys, every 5 seconds at most', `${number.format(flush)} ms`],
    ],
  );
  return [
    `## Calls by app keys\n\nOf \`/api/version\` in one process, with the counting and without, in turns.\n\n${table}`,
  ];
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
