import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Pool } from 'pg';

import { NODE, ROOT, run } from '#bin/run.js';
import { freePort, startSite } from '#bin/site.js';
import { openEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';

import { createItems } from './fill.ts';
import type { BenchCrate } from './mixes.ts';

/** The two servers on one database, and what lies in it. */
export interface BenchSetup {
  ports: { site: number; thin: number };
  /** The database, past the servers. */
  pool: Pool;
  /** The headers of an admin's session; another one after each start of the site. */
  readonly writer: Record<string, string>;
  /** The same database's address, and a folder beside it. */
  url: string;
  folder: string;
  /** Brings the crate to so many items, gives the thin server the same, and starts the site anew. */
  fill(size: number): Promise<BenchCrate>;
  /** Changes what the site knows while it is stopped, and starts it anew. */
  changeDatabase(change: (pool: Pool) => Promise<void>): Promise<void>;
  /** Megabytes that the site's process holds. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

const EVERYONE = ['authenticated'];
const POLICY = {
  list: ['public'],
  read: ['public'],
  create: EVERYONE,
  update: EVERYONE,
  delete: EVERYONE,
  tag: EVERYONE,
  stat: EVERYONE,
  stats: { score: {} },
};
/** So that no checkpoint of a large fill falls into what is measured. */
export const SETTINGS = { max_wal_size: '8GB', checkpoint_timeout: '1h' };
const CONNECTIONS = 32;
const SECRET = 'of the benchmark, which guards nothing';

export async function openBench(): Promise<BenchSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  chmodSync(folder, 0o711);
  const database = await openEmbeddedDatabase({ dataDir: folder, name: 'bench', settings: SETTINGS });
  const pool = new Pool({ ...database.connection, max: CONNECTIONS });
  const { user, host, port, database: name } = database.connection;
  const url = `postgresql:///${name}?${new URLSearchParams({ user, host, port: String(port) })}`;
  const site = await BenchSite.start(url);
  await site.createCrate();
  await pool.query(readFileSync(join(ROOT, 'test', 'bench', 'floor.sql'), 'utf8'));
  const homeFile = join(folder, 'home.html');
  writeFileSync(homeFile, await (await fetch(site.address)).text());
  const thin = await startThin([JSON.stringify(database.connection), homeFile]);
  return {
    pool,
    url,
    folder,
    get ports() {
      return { site: site.port, thin: thin.port };
    },
    get writer() {
      return site.writer;
    },
    fill: async (size) => {
      await site.stop();
      const itemIds = await createItems(pool, size);
      await site.restart();
      return { writer: site.writer, itemIds };
    },
    changeDatabase: async (change) => {
      await site.stop();
      await change(pool);
      await site.restart();
    },
    memory: () => residentMegabytes(site.pid),
    close: async () => {
      thin.process.kill();
      await pool.end();
      await site.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type StartedSite = Awaited<ReturnType<typeof startSite>>;

/** The built site on a database that outlives it. */
class BenchSite {
  readonly #url: string;
  #site: StartedSite;
  writer: Record<string, string> = {};

  private constructor(url: string, site: StartedSite) {
    this.#url = url;
    this.#site = site;
  }

  static async start(url: string): Promise<BenchSite> {
    return new BenchSite(url, await startOn(url)).#signIn();
  }

  get port(): number {
    return Number(this.#site.env.PORT);
  }

  get address(): string {
    return this.#site.env.BASE_URL;
  }

  get pid(): number | undefined {
    return this.#site.pid;
  }

  async restart(): Promise<void> {
    this.#site = await startOn(this.#url);
    await this.#signIn();
    // What the start has left over is collected while nothing happens.
    await fetch(this.address);
    await pause(4000);
  }

  async stop(): Promise<void> {
    const failure = await this.#site.stop();
    if (failure !== undefined) throw new Error(failure);
  }

  async createCrate(): Promise<void> {
    const headers = { ...this.writer, 'content-type': 'application/json' };
    const body = JSON.stringify({ crateId: 'bench', policy: POLICY });
    const response = await fetch(`${this.address}/api/storage/crates`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(await response.text());
  }

  async #signIn(): Promise<this> {
    const { ok, text } = await run(NODE, ['server.ts', 'sign-in', 'admin'], { env: this.#site.env, output: 'keep' });
    if (!ok) throw new Error(text);
    const { cookie, xsrf } = JSON.parse(text) as { cookie: string; xsrf: string };
    this.writer = { cookie, 'x-xsrf-token': xsrf };
    return this;
  }
}

async function startOn(url: string): Promise<StartedSite> {
  const site = await startSite({ LIMITS: '0', DATABASE_URL: url, SECRET });
  if (site.failure !== undefined) throw new Error(site.failure);
  return site;
}

async function startThin(args: string[]) {
  const port = await freePort();
  const thin = spawn(NODE, [join(ROOT, 'test', 'bench', 'baseline-server.ts'), String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(thin.stdout, 'data');
  return { process: thin, port };
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const { text } = await run('ps', ['-o', 'rss=', '-p', String(pid)], { output: 'keep' });
  return Number(text.trim()) / 1024;
}
