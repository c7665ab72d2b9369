import { requestBytes } from './http-connection.ts';
import type { ConnectionState } from './load.ts';

/** What is asked of both servers; their paths and answers are the same, their credentials are not. */
export interface Mix {
  name: string;
  /** The share of the thin server's figure that is wanted. */
  wanted?: number;
  /** Beyond so many items the thin server takes seconds for each. */
  mostItems?: number;
  status: number;
  request: (world: BenchCrate, turn: ConnectionState) => Buffer;
}

/** The crate of the benchmark, and who asks. */
export interface BenchCrate {
  /** Cookie and token of someone who may write. */
  writer: Record<string, string>;
  /** Item ids in the order of their creation. */
  itemIds: readonly string[];
}

const ITEMS = '/api/storage/crates/bench/items';
const BODY = 'x'.repeat(1024);

/** Five tags of very different frequency: all items, a third, a tenth, a thousandth, and one in a million. */
function tagsOf(item: number): string[] {
  const state = item % 3 === 0 ? 'draft' : 'ready';
  return ['kind:level', state, `difficulty:${item % 10}`, `maker:${item % 1000}`, `seed:${item}`];
}

function createRequest({ writer }: BenchCrate, item: number): Buffer {
  const parameters = encodeURIComponent(JSON.stringify({ tags: tagsOf(item) }));
  const headers = { ...writer, 'content-type': 'application/octet-stream', 'rumpus-item-parameters': parameters };
  return requestBytes('POST', ITEMS, headers, BODY);
}

function search(terms: string): Mix['request'] {
  const bytes = requestBytes('GET', `${ITEMS}?${terms}`, {});
  return () => bytes;
}

function patch({ writer }: BenchCrate, path: string, body: object): Buffer {
  return requestBytes(
    'PATCH',
    `${ITEMS}/${path}`,
    { ...writer, 'content-type': 'application/json' },
    JSON.stringify(body),
  );
}

/** Walks the items in an order that repeats in every run and jumps about. */
function itemAt({ itemIds }: BenchCrate, turn: number): string {
  return itemIds[(turn * 7919) % itemIds.length] ?? '';
}

const changeStats = { plays: 1 };

export const mixes: Mix[] = [
  {
    name: 'get',
    wanted: 0.6,
    status: 200,
    request: (world, { turn }) => requestBytes('GET', `${ITEMS}/${itemAt(world, turn)}`, {}),
  },
  {
    name: 'get, not changed (304)',
    status: 304,
    request: (world, { turn }) => {
      const itemId = itemAt(world, turn);
      return requestBytes('GET', `${ITEMS}/${itemId}`, { 'if-none-match': '*' });
    },
  },
  {
    name: 'create, 1 KB and 5 tags',
    wanted: 0.6,
    status: 201,
    request: (world, { turn }) => createRequest(world, turn),
  },
  {
    name: 'conditional update, 1 KB',
    status: 200,
    request: ({ writer, itemIds }, { connection, etag }) =>
      requestBytes('PUT', `${ITEMS}/${itemIds[connection]}`, { ...writer, 'if-match': etag ?? '*' }, BODY),
  },
  {
    name: 'newest 20 with one tag, without another',
    wanted: 0.6,
    status: 200,
    request: search('tags=difficulty:3,-draft&sort=createdAt&limit=20'),
  },
  {
    name: 'newest 20 with one tag, each time without another',
    wanted: 0.6,
    status: 200,
    // No two are the same, so that none is answered together with others.
    request: (_, { turn }) =>
      requestBytes('GET', `${ITEMS}?tags=difficulty:${turn % 10},-seed:${turn}&sort=createdAt&limit=20`, {}),
  },
  {
    name: '+1 on one item',
    wanted: 0.7,
    status: 200,
    request: (world) => patch(world, `${world.itemIds[100]}/stats`, { changeStats }),
  },
  {
    name: '+1 on random items',
    wanted: 0.7,
    status: 200,
    request: (world, { turn }) => patch(world, `${itemAt(world, turn)}/stats`, { changeStats }),
  },
  {
    name: '+1 on 100 items in a batch',
    wanted: 0.2,
    status: 200,
    request: (world, { turn }) => {
      const updates = Array.from({ length: 100 }, (_, entry) => ({
        itemId: itemAt(world, turn * 100 + entry),
        changeStats,
      }));
      return patch(world, '@batch/stats', { updates });
    },
  },
  {
    name: 'count with one tag, without another',
    mostItems: 100_000,
    status: 200,
    request: search('tags=difficulty:3,-draft&count=true'),
  },
  { name: 'home page', status: 200, request: () => HOME },
];

const HOME = requestBytes('GET', '/', { accept: 'text/html' });
