import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';

import { copySeededData, freePort } from '#bin/site.js';
import { attachEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const READY_WITHIN = 60_000;

type SessionHeaders = Record<'cookie' | 'x-xsrf-token', string>;

/** The built site in a process of its own, with its own data folder and embedded database, made to be killed. */
export class KillableSite {
  readonly address: string;
  readonly #folder: string;
  readonly #environment: Record<string, string | undefined>;
  #server: ChildProcess | undefined;

  private constructor(folder: string, port: number, settings: Record<string, string>) {
    this.#folder = folder;
    this.address = `http://localhost:${port}`;
    this.#environment = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|TMPDIR)$/.test(name))),
      PORT: String(port),
      PUBLIC_URL: this.address,
      DATA_DIR: join(folder, 'data'),
      STAGE: 'localhost',
      LIMITS: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    };
  }

  static async open(settings: Record<string, string> = {}): Promise<KillableSite> {
    const folder = await mkdtemp(join(tmpdir(), 'kills-'));
    // Root's database runs as another user, who has to pass through here.
    await chmod(folder, 0o711);
    copySeededData(join(folder, 'data'));
    const site = new KillableSite(folder, await freePort(), settings);
    await site.start();
    return site;
  }

  /** Starts the server, on the port and the data of the one before, and waits until it is ready. */
  async start(): Promise<void> {
    await this.begin();
    await this.untilReady();
  }

  /** Starts the server and waits for nothing. */
  async begin(): Promise<void> {
    const log = await open(join(this.#folder, 'site.log'), 'a');
    this.#server = spawn(process.execPath, ['server.ts'], {
      cwd: ROOT,
      env: this.#environment,
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
  }

  /** Waits until the server answers, and its database with it. */
  async untilReady(): Promise<void> {
    const end = performance.now() + READY_WITHIN;
    while (performance.now() < end && this.isRunning()) {
      const response = await fetch(`${this.address}/readyz`).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.ok) return;
      await pause(20);
    }
    throw new Error(`The site does not answer. Its last words:\n${await this.lastWords()}`);
  }

  isRunning(): boolean {
    return this.#server?.exitCode === null && this.#server.signalCode === null;
  }

  async killServer(): Promise<void> {
    const server = this.#server;
    if (server === undefined || !this.isRunning()) throw new Error(`No server runs.\n${await this.lastWords()}`);
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }

  /** Kills the database's first process. @returns its process number */
  killDatabase(pid = this.#postmaster()): number {
    if (pid === undefined) throw new Error('No database runs.');
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // One that finds the last one's leftovers ends by itself, and is started again.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
    return pid;
  }

  /** Waits until another database answers than the one that was killed. */
  async untilRestarted(killed: number): Promise<void> {
    await this.untilAnother(killed);
    await this.untilReady();
  }

  /** Waits until another database is being started than the one that was killed. @returns its process number */
  async untilAnother(killed: number): Promise<number> {
    const end = performance.now() + READY_WITHIN;
    while (performance.now() < end) {
      const pid = this.#postmaster();
      if (pid !== undefined && pid !== killed) return pid;
      await pause(10);
    }
    throw new Error(`The database is not started again. The site's last words:\n${await this.lastWords()}`);
  }

  /** Asks the database past the server. */
  async inDatabase<Result>(ask: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client(await this.#untilAttached());
    await client.connect();
    try {
      return await ask(client);
    } finally {
      await client.end();
    }
  }

  /** One that was killed recovers before it takes connections. */
  async #untilAttached() {
    const end = performance.now() + READY_WITHIN;
    while (performance.now() < end) {
      const connection = await attachEmbeddedDatabase({ dataDir: join(this.#folder, 'data') });
      if (connection !== undefined) return connection;
      await pause(20);
    }
    throw new Error(`No database answers. The site's last words:\n${await this.lastWords()}`);
  }

  /** The headers of signed-in people of the demo cast. */
  async signIn<const Names extends readonly string[]>(...who: Names): Promise<{ [at in keyof Names]: SessionHeaders }> {
    const command = ['server.ts', 'sign-in', ...who];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, env: this.#environment });
    const sessions = stdout.trim().split('\n');
    return sessions.map((line) => {
      const { cookie, xsrf } = JSON.parse(line) as { cookie: string; xsrf: string };
      return { cookie, 'x-xsrf-token': xsrf };
    }) as { [at in keyof Names]: SessionHeaders };
  }

  /** A form of a page. @returns where it leads, or the page itself */
  async submit(who: SessionHeaders, path: string, fields: Record<string, string>): Promise<string> {
    const headers = { ...who, origin: this.address };
    const body = new URLSearchParams(fields);
    const response = await fetch(`${this.address}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
    const text = await response.text();
    if (response.status !== 200 && response.status !== 303) throw new Error(`${path}: ${response.status}\n${text}`);
    return response.headers.get('location') ?? path;
  }

  /** Waits until none of these waits or runs. */
  async untilJobsAreDone(names: readonly string[]): Promise<void> {
    const waiting = `select from graphile_worker.jobs where task_identifier = any($1) limit 1`;
    await this.inDatabase(async (client) => {
      while ((await client.query(waiting, [names])).rows.length > 0) await pause(20);
    });
  }

  async lastWords(): Promise<string> {
    return (await readFile(join(this.#folder, 'site.log'), 'utf8')).trimEnd().split('\n').slice(-30).join('\n');
  }

  /** Stops politely, which must work after whatever kills; a dead server is started again to take its database along. */
  async close(): Promise<void> {
    if (!this.isRunning()) await this.start();
    const server = this.#server;
    if (server !== undefined) {
      const exited = once(server, 'exit');
      server.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      if (code !== 0) throw new Error(`The site left with ${code}.\n${await this.lastWords()}`);
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Undefined while its file is not there, or not whole. */
  #postmaster(): number | undefined {
    const data = join(this.#folder, 'data');
    // The note says where the database is, when its user cannot enter the data folder.
    const note = JSON.parse(readFileSync(join(data, 'database.json'), 'utf8')) as { cluster?: string };
    const path = join(note.cluster ?? join(data, 'postgres'), 'postmaster.pid');
    const pid = Number(textOf(path).split('\n')[0]);
    return pid > 1 ? pid : undefined;
  }
}

/** Empty for a file that is not there; it may go between two looks. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
