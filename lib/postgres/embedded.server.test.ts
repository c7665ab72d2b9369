import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';

import { attachEmbeddedDatabase, eraseEmbeddedDatabase, openEmbeddedDatabase } from './embedded.server.ts';
import type { EmbeddedDatabase, EmbeddedOptions } from './embedded.server.ts';
import { processesIn } from './processes.server.ts';
import { StartError } from './start-error.server.ts';

const isRoot = process.getuid?.() === 0;
/** A data folder with a database that was stopped: to make one takes longer than to copy it. */
const used = join(tmpdir(), `embedded-${randomUUID()}`);

beforeAll(async () => {
  const database = await openEmbeddedDatabase({ dataDir: used, name: 'embedded-test', fsync: false });
  await database.stop();
});
afterAll(() => rmSync(used, { recursive: true, force: true }));

test('the first start makes a durable UTF-8 database reached over a socket that only its user can enter', async () => {
  const database = await open(newFolder(), { fsync: true });
  const [row] = await ask(
    database,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
      'Ä' > 'z' as "byCodePoint", lower('Ä') as lower`,
  );
  expect(row).toEqual({
    fsync: 'on',
    checksums: 'on',
    addresses: '',
    encoding: 'UTF8',
    byCodePoint: true,
    lower: 'ä',
  });
  expect(Buffer.byteLength(`${database.connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(103);
});

test('stored data is there after stop and start, and stop leaves nothing running', async () => {
  const folder = usedFolder();
  const first = await open(folder);
  await ask(first, 'create table kept as select 7 as number');
  await first.stop();
  expect(processesIn(first.where)).toEqual([]);
  expect(existsSync(first.connection.host)).toBe(false);
  expect(await attachEmbeddedDatabase({ dataDir: folder })).toBeUndefined();
  const second = await open(folder);
  expect(second.connection).toEqual(first.connection);
  expect(await ask(second, 'select number from kept')).toEqual([{ number: 7 }]);
});

test('a start adopts the database that a killed server left running', async () => {
  const folder = usedFolder();
  const server = await startServer(folder);
  const connection = await attachEmbeddedDatabase({ dataDir: folder });
  const pid = postmasterPid(join(folder, 'postgres'));
  server.kill('SIGKILL');
  await once(server, 'exit');
  const database = await open(folder);
  expect(postmasterPid(database.where)).toBe(pid);
  expect(database.connection).toEqual(connection);
  await database.stop();
  expect(processesIn(database.where)).toEqual([]);
});

test('a second living server on the same folder is refused with one sentence', async () => {
  const folder = usedFolder();
  await open(folder);
  const refused = open(folder);
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(`Another server (process ${process.pid}) uses the data folder ${folder}`);
});

test('a database killed under a living server is started again with everything committed', async () => {
  const restarted = Promise.withResolvers<void>();
  const database = await open(usedFolder(), { fsync: true, onRestart: restarted.resolve });
  await ask(database, 'create table kept as select 7 as number');
  process.kill(postmasterPid(database.where), 'SIGKILL');
  await restarted.promise;
  expect(await ask(database, 'select number from kept')).toEqual([{ number: 7 }]);
});

test('an adopted database is watched too, and a busy orphan of a killed one does not keep it down', async () => {
  const folder = usedFolder();
  const server = await startServer(folder);
  server.kill('SIGKILL');
  await once(server, 'exit');
  const restarted = Promise.withResolvers<void>();
  const database = await open(folder, { onRestart: restarted.resolve });
  const client = await connect(database);
  const busy = client.query('do $$ begin loop end loop; end $$').catch((error: Error) => error);
  process.kill(postmasterPid(database.where), 'SIGKILL');
  await restarted.promise;
  expect(await busy).toBeInstanceOf(Error);
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a pid file that names an unrelated process does not keep the database from starting', async () => {
  const folder = usedFolder();
  const first = await open(folder);
  const path = join(first.where, 'postmaster.pid');
  const words = readFileSync(path, 'utf8').split('\n');
  await first.stop();
  const stranger = spawn('sleep', ['60'], { cwd: '/', stdio: 'ignore', ...ownerOf(first) });
  onTestFinished(() => void stranger.kill());
  writeFileSync(path, [String(stranger.pid), ...words.slice(1)].join('\n'), { mode: 0o644 });
  const second = await open(folder);
  expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a start that was killed half-way through making the database is repaired by the next', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'postgres.new', 'base'), { recursive: true });
  const database = await open(folder);
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database is erased only when no server uses it, and the next start makes a new one', async () => {
  const folder = usedFolder();
  const first = await open(folder);
  await ask(first, 'create table kept as select 7 as number');
  await expect(eraseEmbeddedDatabase({ dataDir: folder })).rejects.toThrow('Another server');
  await first.stop();
  await eraseEmbeddedDatabase({ dataDir: folder });
  expect(await ask(await open(folder), "select to_regclass('kept') as kept")).toEqual([{ kept: null }]);
});

test('a data folder that cannot be written fails with one sentence', async () => {
  const file = newFolder();
  writeFileSync(file, '');
  const refused = open(join(file, 'data'));
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(`The data folder ${file}/data cannot be written (ENOTDIR)`);
});

test('the database lives outside, and says so, where its user cannot enter the data folder', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'closed-'));
  chmodSync(closed, 0o700);
  onTestFinished(() => rmSync(closed, { recursive: true, force: true }));
  const database = await open(join(closed, 'data'));
  onTestFinished(() => rmSync(join(database.where, '..'), { recursive: true, force: true }));
  expect(database.isOutside).toBe(isRoot);
  expect(database.where.startsWith(isRoot ? '/var/lib/embedded-test-' : closed)).toBe(true);
  await database.stop();
  expect((await open(join(closed, 'data'))).where).toBe(database.where);
});

const running = new Set<EmbeddedDatabase>();

afterEach(async () => {
  for (const database of running) await database.stop();
  running.clear();
});

async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ dataDir, name: 'embedded-test', fsync: false, ...options });
  running.add(database);
  return database;
}

/** A server in a process of its own, which can be killed. */
async function startServer(dataDir: string) {
  const script = `import { openEmbeddedDatabase } from '${new URL('embedded.server.ts', import.meta.url).href}';
    await openEmbeddedDatabase({ dataDir: '${dataDir}', name: 'embedded-test', fsync: false });
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  return server;
}

async function connect({ connection }: EmbeddedDatabase): Promise<Client> {
  const client = new Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function ask(database: EmbeddedDatabase, sql: string): Promise<unknown[]> {
  const client = await connect(database);
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Not made yet; for root it must be where the database's user can enter, which a folder of mkdtemp is not. */
function newFolder(): string {
  const folder = join(tmpdir(), `embedded-${randomUUID()}`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One in which a database was used before. */
function usedFolder(): string {
  const folder = newFolder();
  execFileSync('cp', ['-a', used, folder]);
  return folder;
}

function ownerOf({ where }: EmbeddedDatabase): { uid: number; gid: number } {
  const { uid, gid } = statSync(where);
  return { uid, gid };
}

function postmasterPid(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
