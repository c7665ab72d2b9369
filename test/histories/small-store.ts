import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Pool } from 'pg';

import type { StoreAddress } from './wire.ts';

interface SmallRow {
  item_id: string;
  rev: string;
  body: string;
  tags: string[];
}

/** A write: what stands in `undefined` stays. */
interface SmallWrite {
  itemId: string;
  ifMatch: string | undefined;
  body: string | undefined;
  tags: string[] | undefined;
}

interface SmallReply {
  status: number;
  row?: SmallRow | undefined;
}

const ITEMS = '/items';

/**
 * A store of few lines on a real database, to be told apart by its history: a careful one has the revision in the
 * statement that writes; a careless one reads it, compares, and then writes.
 */
export async function openSmallStore(
  databaseUrl: string,
  isCareful: boolean,
): Promise<StoreAddress & { close(): Promise<void> }> {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query('create table small_items (item_id uuid primary key, rev bigint, body text, tags text[])');
  const server = createServer((request, response) => void respond(pool, isCareful, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    await pool.end();
  };
  return { port: (server.address() as AddressInfo).port, path: ITEMS, credentials: {}, close };
}

async function respond(
  pool: Pool,
  isCareful: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, row } = await answer(pool, isCareful, request);
  const parameters = encodeURIComponent(JSON.stringify({ tags: row?.tags }));
  const isDownload = request.method === 'GET' && row !== undefined;
  const said = isDownload ? row.body : JSON.stringify({ data: { itemId: row?.item_id, tags: row?.tags } });
  response.writeHead(status, {
    etag: `"${row?.rev}"`,
    'rumpus-item-parameters': parameters,
    ...(status !== 204 && { 'content-length': String(Buffer.byteLength(said)) }),
  });
  response.end(status === 204 ? '' : said);
}

async function answer(pool: Pool, isCareful: boolean, request: IncomingMessage): Promise<SmallReply> {
  const { method, url = '', headers } = request;
  const body = await text(request);
  const [, , itemId = ''] = url.split(/[/?]/);
  if (method === 'GET') return replyOf(200, await find(pool, itemId));
  const parameters = decodeURIComponent(String(headers['rumpus-item-parameters'] ?? '%7B%7D'));
  const isMetadata = url.endsWith('/metadata');
  const { tags } = JSON.parse(isMetadata ? body : parameters) as { tags?: string[] };
  const ifMatch = headers['if-match']?.slice(1, -1);
  if (method === 'POST') return replyOf(201, await insert(pool, body, tags ?? []));
  const write = method === 'DELETE' ? remove : update;
  const change = { itemId, ifMatch, body: isMetadata ? undefined : body, tags };
  return (isCareful ? writeCarefully : writeCarelessly)(pool, change, write);
}

type WriteStatement = (pool: Pool, change: SmallWrite) => Promise<SmallRow | undefined>;

async function writeCarefully(pool: Pool, change: SmallWrite, write: WriteStatement): Promise<SmallReply> {
  const row = await write(pool, change);
  if (row !== undefined) return { status: write === remove ? 204 : 200, row };
  return replyOf(412, await find(pool, change.itemId));
}

async function writeCarelessly(pool: Pool, change: SmallWrite, write: WriteStatement): Promise<SmallReply> {
  const found = await find(pool, change.itemId);
  if (found === undefined) return { status: 404 };
  if (change.ifMatch !== undefined && change.ifMatch !== found.rev) return { status: 412, row: found };
  return replyOf(write === remove ? 204 : 200, await write(pool, { ...change, ifMatch: undefined }));
}

function replyOf(status: number, row: SmallRow | undefined): SmallReply {
  return row === undefined ? { status: 404 } : { status, row };
}

async function find(pool: Pool, itemId: string): Promise<SmallRow | undefined> {
  const { rows } = await pool.query<SmallRow>('select * from small_items where item_id = $1', [itemId]);
  return rows[0];
}

async function insert(pool: Pool, body: string, tags: string[]): Promise<SmallRow | undefined> {
  const text = 'insert into small_items values ($1, 1, $2, $3) returning *';
  const { rows } = await pool.query<SmallRow>(text, [randomUUID(), body, tags]);
  return rows[0];
}

async function update(pool: Pool, { itemId, ifMatch, body, tags }: SmallWrite): Promise<SmallRow | undefined> {
  const text = `update small_items set rev = rev + 1, body = coalesce($2, body), tags = coalesce($3, tags)
    where item_id = $1 and rev = coalesce($4, rev) returning *`;
  const { rows } = await pool.query<SmallRow>(text, [itemId, body, tags, ifMatch]);
  return rows[0];
}

async function remove(pool: Pool, { itemId, ifMatch }: SmallWrite): Promise<SmallRow | undefined> {
  const text = 'delete from small_items where item_id = $1 and rev = coalesce($2, rev) returning *';
  const { rows } = await pool.query<SmallRow>(text, [itemId, ifMatch]);
  return rows[0];
}
