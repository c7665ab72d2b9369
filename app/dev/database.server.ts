import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { ConfigError } from '#app/current/config/config.server.ts';
import type { Config } from '#app/current/config/config.server.ts';
import { migrations } from '#database/migrations.ts';
import { openDatabase } from '#lib/database/database.server.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { eraseEmbeddedDatabase, openEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';

/** The migrations in the order in which they were added; a test wants it to be that of their names. */
export const MIGRATION_ORDER = 'database/migrations/order.txt';

/** Adds new migrations at the end, wherever their names sort. */
export async function generateMigrationOrder(): Promise<void> {
  const added = new Set((await readFile(MIGRATION_ORDER, 'utf8')).split('\n'));
  for (const name of Object.keys(migrations).sort())
    if (!added.has(name)) await appendFile(MIGRATION_ORDER, `${name}\n`);
}

/** Generates `database/tables.ts` from the migrations, in a temporary database. */
export async function generateTables(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tables-'));
  await chmod(folder, 0o711);
  const embedded = await openEmbeddedDatabase({ dataDir: folder, fsync: false });
  try {
    const { host, port, user, database: name } = embedded.connection;
    const database = openDatabase({ connection: embedded.connection, size: 2, statementTimeout: 60_000 });
    await migrate(database.pool, migrations);
    await database.close();
    const url = `postgresql:///${name}?${new URLSearchParams({ user, host, port: String(port) })}`;
    const options = [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--exclude-pattern',
      'kysely_*',
      '--out-file',
      'database/tables.ts',
      '--type-mapping',
      JSON.stringify({ json: 'unknown', jsonb: 'unknown' }),
    ];
    await promisify(execFile)('node_modules/.bin/kysely-codegen', options);
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes the embedded database, with the files and the secret beside it. */
export async function resetDatabase(config: Config): Promise<void> {
  if (config.DATABASE_URL !== undefined)
    throw new ConfigError('db:reset is for the embedded database; unset DATABASE_URL');
  if (config.stage !== 'localhost') throw new ConfigError('db:reset is for the localhost stage only');
  const dataDir = resolve(config.DATA_DIR);
  await eraseEmbeddedDatabase({ dataDir });
  for (const name of ['files', 'secret']) await rm(join(dataDir, name), { recursive: true, force: true });
}
