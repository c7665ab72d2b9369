/**
 * The floor of the benchmark: a bare handler on the same HTTP server, driver and socket as the site, one plain SQL
 * statement per request, no revisions, no permission, no session. Answers have the same shape and headers that matter.
 * Arguments: the port, the connection to the database as JSON, the file with the home page.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { Pool } from 'pg';
import type { PoolConfig } from 'pg';

import { uuidv7 } from '#lib/uuid.server.ts';

const [port = '', connection = '{}', homeFile = ''] = process.argv.slice(2);
const pool = new Pool({
  ...(JSON.parse(connection) as PoolConfig),
  max: 10,
  options: '-c jit=off -c enable_seqscan=off',
});
const home = readFileSync(homeFile, 'utf8');
const ITEMS = '/api/storage/crates/bench/items';
const NAMES = '/api/aliases/contexts/';
const OWN = 'item_id, name, user_id, collaborators, tags, map, note, mimetype, bytes, created_at, updated_at';
const COLUMNS = `${OWN}, (select jsonb_object_agg(s.name, s.value) from floor.item_stats s
  where s.crate_id = i.crate_id and s.item_id = i.item_id) as stats`;

const statements = {
  get: `select ${COLUMNS} from floor.items i where crate_id = $1 and item_id = $2`,
  create: `with tagged as (insert into floor.item_tags select $1, tag, $8, $2 from unnest($5::text[]) tag)
    insert into floor.items (crate_id, item_id, user_id, collaborators, tags, mimetype, bytes, body, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $9, $8, $8) returning ${OWN}`,
  update: `update floor.items i set body = $3, bytes = $4, mimetype = $5, updated_at = $6
    where crate_id = $1 and item_id = $2 returning ${COLUMNS}`,
  search: `select ${COLUMNS} from floor.item_tags t join floor.items i using (crate_id, created_at, item_id)
    where t.crate_id = $1 and t.tag = $2 and not i.tags && $3::text[] order by t.created_at desc, t.item_id desc limit $4`,
  count: `select count(*) from floor.item_tags t join floor.items i using (crate_id, item_id)
    where t.crate_id = $1 and t.tag = $2 and not i.tags && $3::text[]`,
  add: `insert into floor.item_stats as s (crate_id, item_id, name, value) select $1, unnest($2::uuid[]), $3, $4
    on conflict (crate_id, item_id, name) do update set value = s.value + excluded.value returning item_id, value`,
  names: `select user_id as "userId", alias, context from aliases where context = $1 and user_id = any($2::text[])`,
  home: `select ${OWN}, body from items where crate_id = 'posts' order by created_at desc, item_id desc limit 2`,
};

const answer = getRequestListener(async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const itemId = pathname.slice(ITEMS.length + 1);
  if (pathname.startsWith(NAMES)) return json(200, await run('names', nameParameters(pathname, searchParams)));
  if (pathname === '/api/announcements') return json(200, []);
  if (pathname === '/') return page(await run('home', []));
  if (request.method === 'POST') return json(201, await create(request));
  if (request.method === 'PUT') return json(200, await update(request, itemId));
  if (request.method === 'PATCH') return json(200, await add(request, itemId));
  if (itemId !== '') return get(request, itemId);
  const [tag = '', excluded = ''] = (searchParams.get('tags') ?? '').split(',');
  const terms = ['bench', tag, [excluded.slice(1)]];
  if (searchParams.get('count') === 'true') return json(200, await run('count', terms));
  return json(200, await run('search', [...terms, Number(searchParams.get('limit'))]));
});

createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(Number(port), '127.0.0.1', () =>
  process.stdout.write('ready\n'),
);

async function run(name: keyof typeof statements, values: unknown[]): Promise<object[]> {
  const { rows } = await pool.query<object>({ name, text: statements[name], values });
  return rows;
}

async function get(request: Request, itemId: string): Promise<Response> {
  const rows = await run('get', ['bench', itemId]);
  const isFresh = request.headers.get('if-none-match') === '*';
  return isFresh ? new Response(null, { status: 304, headers: { etag: '"1"' } }) : json(200, rows[0]);
}

async function create(request: Request): Promise<unknown> {
  const header = decodeURIComponent(request.headers.get('rumpus-item-parameters') ?? '');
  const { tags } = JSON.parse(header) as { tags: string[] };
  const body = Buffer.from(await request.arrayBuffer());
  const mimetype = request.headers.get('content-type');
  const values = ['bench', uuidv7(Date.now()), 'u', ['u'], tags, mimetype, body.length, new Date(), body];
  return (await run('create', values))[0];
}

async function update(request: Request, itemId: string): Promise<unknown> {
  const body = Buffer.from(await request.arrayBuffer());
  const mimetype = request.headers.get('content-type') ?? 'application/octet-stream';
  return (await run('update', ['bench', itemId, body, body.length, mimetype, new Date()]))[0];
}

function nameParameters(pathname: string, searchParams: URLSearchParams): unknown[] {
  return [pathname.slice(NAMES.length).split('/')[0], searchParams.get('userIds')?.split(',') ?? []];
}

interface AddedStat {
  changeStats: { plays: number };
  updates?: { itemId: string }[];
}

async function add(request: Request, path: string): Promise<unknown> {
  const { updates, changeStats } = (await request.json()) as AddedStat;
  const itemIds = updates?.map(({ itemId }) => itemId).sort() ?? [path.split('/')[0]];
  return run('add', ['bench', itemIds, 'plays', changeStats?.plays ?? 1]);
}

function json(status: number, data: unknown): Response {
  return new Response(JSON.stringify({ data }), {
    status,
    headers: { 'content-type': 'application/json', etag: '"1"' },
  });
}

function page(rows: object[]): Response {
  return new Response(rows.length === 2 ? home : '', { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
