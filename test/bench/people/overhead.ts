import { createItems } from '../fill.ts';
import { requestBytes } from '../http-connection.ts';
import { load } from '../load.ts';
import { MANY } from '../measure.ts';
import type { BenchSetup } from '../setup.ts';
import type { BenchPerson } from './people.ts';

/** One client's gets. */
export interface OverheadFigures {
  name: string;
  /** Answers, of the middle round. */
  perSecond: number;
  /** Microseconds that the site's process works for one, of the middle round. */
  work: number;
  /** How much longer a request takes than the open one, and how much more work it is: the middle of all rounds. */
  longer: number;
  moreWork: number;
}

interface Ports {
  /** Of a site without limits. */
  open: number;
  /** Of one with the limits as they are. */
  limited: number;
}

/** For the figures of the sites' processes. */
export const METRICS_TOKEN = 'of the benchmark';
/** Many short ones: whatever else the machine does meets some of them only, and the middle one is told. */
const ROUNDS = 41;
const SECONDS = 0.5;
const WARM = 3;
const ITEMS = 1000;

/**
 * The same get of nobody where nothing is counted, of nobody counted by address, and of somebody who is signed in,
 * counted by account and by address, in turns. Requests come from as many addresses as there are people, as a proxy
 * tells them, so that nobody reaches a limit and everybody leases points again and again.
 */
export async function measureOverhead(
  { pool }: BenchSetup,
  { open, limited }: Ports,
  people: readonly BenchPerson[],
): Promise<OverheadFigures[]> {
  const itemIds = (await createItems(pool, ITEMS)).slice(0, ITEMS);
  const ofNobody = people.map((_, at) => getOf(itemIds, at, {}));
  const ofPeople = people.map(({ cookie }, at) => getOf(itemIds, at, { cookie }));
  const clients = [
    { name: 'of nobody, without limits', port: open, requests: ofNobody, rounds: [] as Round[] },
    { name: 'of nobody, within limits', port: limited, requests: ofNobody, rounds: [] as Round[] },
    { name: 'of who is signed in, within limits', port: limited, requests: ofPeople, rounds: [] as Round[] },
  ];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { port, requests, rounds } of clients) {
      // The first only warms up.
      const measured = await ask(port, requests, round === 0 ? WARM : SECONDS);
      if (round > 0) rounds.push(measured);
    }
  }
  const first = clients[0]?.rounds ?? [];
  return clients.map(({ name, rounds }) => ({
    name,
    perSecond: middle(rounds.map(({ perSecond }) => perSecond)),
    work: middle(rounds.map(({ work }) => work)),
    longer: middle(rounds.map(({ perSecond }, at) => (first[at]?.perSecond ?? 0) / perSecond - 1)),
    moreWork: middle(rounds.map(({ work }, at) => work / (first[at]?.work ?? 0) - 1)),
  }));
}

type Round = Pick<OverheadFigures, 'perSecond' | 'work'>;

async function ask(port: number, requests: readonly Buffer[], seconds: number): Promise<Round> {
  let count = 0;
  const before = await workOf(port);
  const { perSecond } = await load({
    port,
    connections: MANY,
    seconds,
    status: 200,
    request: ({ turn }) => {
      count = turn + 1;
      return requests[turn % requests.length] ?? Buffer.alloc(0);
    },
  });
  return { perSecond, work: ((await workOf(port)) - before) / count };
}

/** Microseconds that a site's process has worked since its start. */
async function workOf(port: number): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`http://localhost:${port}/metrics`, { headers })).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]) * 1e6;
}

function getOf(itemIds: readonly string[], at: number, headers: Record<string, string>): Buffer {
  const itemId = itemIds[(at * 7919) % itemIds.length] ?? '';
  const address = `198.18.${at >> 8}.${at & 255}`;
  return requestBytes('GET', `/api/storage/crates/bench/items/${itemId}`, { ...headers, 'x-forwarded-for': address });
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
