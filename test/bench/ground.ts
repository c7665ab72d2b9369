import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Pool } from 'pg';

import { NODE, ROOT, run } from '#bin/run.js';
import { freePort, startSite } from '#bin/site.js';
import { attachEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';

import { load } from './load.ts';
import { createRequest } from './mixes.ts';
import type { World } from './mixes.ts';

/** The two servers on one database, and what lies in it. */
export interface Ground {
  ports: { site: number; thin: number };
  /** Creates items through the site until there are so many, and gives the thin server the same. */
  fill(size: number): Promise<World>;
  /** Megabytes that the site's process holds. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

const POLICY = Object.fromEntries(
  ['list', 'read', 'create', 'update', 'delete', 'tag', 'stat'].map((action) => [
    action,
    [action === 'list' || action === 'read' ? 'public' : 'authenticated'],
  ]),
);

export async function openGround(): Promise<Ground> {
  const site = await startSite({ LIMITS: '0' });
  if (site.failure !== undefined) throw new Error(`${site.failure}\n${site.lastWords()}`);
  const { BASE_URL, DATA_DIR } = site.env;
  await fetch(BASE_URL);
  // What the start has left over is collected while nothing happens.
  await pause(5000);
  const connection = await attachEmbeddedDatabase({ dataDir: DATA_DIR });
  const pool = new Pool({ ...connection, max: 1 });
  await pool.query(readFileSync(join(ROOT, 'test', 'bench', 'floor.sql'), 'utf8'));
  const homeFile = join(DATA_DIR, 'home.html');
  writeFileSync(homeFile, await (await fetch(BASE_URL)).text());
  const thin = await startThin([JSON.stringify(connection), homeFile]);
  const ports = { site: Number(site.env.PORT), thin: thin.port };
  const writer = await signIn(site.env, 'admin');
  await createCrate(BASE_URL, writer);
  return {
    ports,
    fill: (size) => fill(size, ports.site, pool, writer),
    memory: () => residentMegabytes(site.pid),
    close: async () => {
      thin.process.kill();
      await pool.end();
      await site.stop();
    },
  };
}

async function startThin(args: string[]) {
  const port = await freePort();
  const thin = spawn(NODE, [join(ROOT, 'test', 'bench', 'thin.ts'), String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(thin.stdout, 'data');
  return { process: thin, port };
}

async function signIn(env: NodeJS.ProcessEnv, member: string): Promise<Record<string, string>> {
  const { ok, text } = await run(NODE, ['server.ts', 'sign-in', member], { env, output: 'keep' });
  if (!ok) throw new Error(text);
  const { cookie, xsrf } = JSON.parse(text) as { cookie: string; xsrf: string };
  return { cookie, 'x-xsrf-token': xsrf };
}

async function createCrate(address: string, writer: Record<string, string>): Promise<void> {
  const body = JSON.stringify({ crateId: 'bench', policy: POLICY });
  const headers = { ...writer, 'content-type': 'application/json' };
  const response = await fetch(`${address}/api/storage/crates`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(await response.text());
}

async function fill(size: number, port: number, pool: Pool, writer: Record<string, string>): Promise<World> {
  const world = { writer, itemIds: [] };
  for (let made = await countItems(pool); made < size; made = await countItems(pool)) {
    const rest = size - made;
    await load({
      ...{ port, connections: Math.min(32, rest), seconds: Math.min(10, rest / 10_000), status: 201 },
      request: ({ turn }) => createRequest(world, made + turn),
    });
  }
  await pool.query(`insert into floor.items select crate_id, item_id, name, user_id, collaborators, tags, map, note,
    mimetype, bytes, body, created_at, updated_at from items where crate_id = 'bench' on conflict do nothing`);
  await pool.query(
    `insert into floor.item_tags select * from item_tags where crate_id = 'bench' on conflict do nothing`,
  );
  await pool.query(
    `delete from floor.items f where not exists (select from items i where i.crate_id = f.crate_id and i.item_id = f.item_id)`,
  );
  await pool.query(
    `delete from floor.item_tags f where not exists (select from items i where i.crate_id = f.crate_id and i.item_id = f.item_id)`,
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  return { writer, itemIds: (await itemIdsOf(pool)).slice(0, size) };
}

async function countItems(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from items where crate_id = 'bench'`);
  return Number(rows[0]?.count);
}

async function itemIdsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ item_id: string }>(
    `select item_id from items where crate_id = 'bench' order by created_at, item_id`,
  );
  return rows.map((row) => row.item_id);
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const { text } = await run('ps', ['-o', 'rss=', '-p', String(pid)], { output: 'keep' });
  return Number(text.trim()) / 1024;
}
