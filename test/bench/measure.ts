import type { Ground } from './ground.ts';
import { load } from './load.ts';
import type { Figure } from './load.ts';
import type { Mix, World } from './mixes.ts';
import type { Search } from './searches.ts';

/** Connections at which latency is told, so few that nothing waits for its turn, and at which rates are. */
export const FEW = 2;
export const MANY = 32;
const ROUNDS = 3;
export const SECONDS = 1.5;
const WARM = 0.5;

export interface Measured {
  mix: Mix;
  site: Figure;
  thin: Figure;
}

export interface Searched {
  name: string;
  /** At few connections. */
  few: Figure;
  /** At many. */
  many: Figure;
}

/** Both servers in turns, so that whatever else the machine does meets both. The first turn of each only warms up. */
export async function measureMix({ ports }: Ground, world: World, mix: Mix): Promise<Measured> {
  const turns = { site: [] as Figure[], thin: [] as Figure[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const server of ['site', 'thin'] as const) {
      const figure = await load({
        ...{ port: ports[server], connections: MANY, seconds: round === 0 ? WARM : SECONDS, status: mix.status },
        request: (turn) => mix.request(world, turn),
      });
      if (round > 0) turns[server].push(figure);
    }
  }
  return { mix, site: middle(turns.site), thin: middle(turns.thin) };
}

/** Asks one of several searches after the other. */
export async function measureSearches(port: number, name: string, searches: Search[]): Promise<Searched> {
  const request = ({ turn }: { turn: number }) => searches[turn % searches.length]?.bytes ?? Buffer.alloc(0);
  const run = (connections: number, seconds: number) => load({ port, connections, seconds, status: 200, request });
  await run(FEW, WARM);
  return { name, few: await run(FEW, SECONDS), many: await run(MANY, SECONDS) };
}

function middle(figures: Figure[]): Figure {
  const [figure] = figures.toSorted((a, b) => a.perSecond - b.perSecond).slice(Math.floor(figures.length / 2));
  if (figure === undefined) throw new Error('nothing was measured');
  return figure;
}
