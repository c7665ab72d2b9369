import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL of the tests' own; each file makes databases in it. */
    databaseUrl: string;
  }
}

/**
 * Two hundred databases are copied from one template: as files, which takes a fifth of the time if no log is kept for
 * replicas. Nobody vacuums what lives for seconds.
 */
const DISPOSABLE = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB', autovacuum: 'off' };

/**
 * One real PostgreSQL for the whole run; the machine's crash is not what these tests are about, so it need not sync. Another
 * one, of another version, is used where `TEST_DATABASE_URL` says which.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL !== undefined) {
    project.provide('databaseUrl', TEST_DATABASE_URL);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'site-test-'));
  // The database's own user has to enter it.
  await chmod(folder, 0o711);
  const database = await openEmbeddedDatabase({ dataDir: folder, fsync: false, settings: DISPOSABLE });
  project.provide('databaseUrl', urlOf(database.connection));
  return async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function urlOf({ host, port, user, database }: { host: string; port: number; user: string; database: string }): string {
  return `postgresql:///${database}?${new URLSearchParams({ user, host, port: String(port) })}`;
}

/** Makes a database, empty or a copy of `template`, and returns its address. */
export async function createDatabase(databaseUrl: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} strategy file_copy`,
  );
  await client.end();
  return databaseUrl.replace(/\/\/\/[^?]*/, `///${name}`);
}
