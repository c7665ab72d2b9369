import { load } from './load.ts';
import type { LoadFigures } from './load.ts';
import type { Mix, BenchCrate } from './mixes.ts';
import type { Search } from './searches.ts';
import type { BenchSetup } from './setup.ts';

/** Connections at which latency is told, so few that nothing waits for its turn, and at which rates are. */
export const FEW = 2;
export const MANY = 32;
const ROUNDS = 3;
export const SECONDS = 1.5;
const WARM = 0.5;

export interface MixFigures {
  mix: Mix;
  site: LoadFigures;
  thin: LoadFigures;
}

export interface SearchFigures {
  name: string;
  /** At few connections. */
  few: LoadFigures;
  /** At many. */
  many: LoadFigures;
}

/** Both servers in turns, so that whatever else the machine does meets both. The first turn of each only warms up. */
export async function measureMix({ ports }: BenchSetup, world: BenchCrate, mix: Mix): Promise<MixFigures> {
  const rounds = { site: [] as LoadFigures[], thin: [] as LoadFigures[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const server of ['site', 'thin'] as const) {
      const figure = await load({
        port: ports[server],
        connections: MANY,
        seconds: round === 0 ? WARM : SECONDS,
        status: mix.status,
        request: (turn) => mix.request(world, turn),
      });
      if (round > 0) rounds[server].push(figure);
    }
  }
  return { mix, site: middle(rounds.site), thin: middle(rounds.thin) };
}

/** Asks one of several searches after the other. */
export async function measureSearches(port: number, name: string, searches: Search[]): Promise<SearchFigures> {
  const request = ({ turn }: { turn: number }) => searches[turn % searches.length]?.bytes ?? Buffer.alloc(0);
  const run = (connections: number, seconds: number) => load({ port, connections, seconds, status: 200, request });
  await run(FEW, WARM);
  return { name, few: await run(FEW, SECONDS), many: await run(MANY, SECONDS) };
}

function middle(figures: LoadFigures[]): LoadFigures {
  const [figure] = figures.toSorted((a, b) => a.perSecond - b.perSecond).slice(Math.floor(figures.length / 2));
  if (figure === undefined) throw new Error('nothing was measured');
  return figure;
}
