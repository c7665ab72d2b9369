import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';

import { createPool } from './connect.server.ts';
import type { ConnectionOptions } from './database.server.ts';
import { toQuery, sql } from './sql.server.ts';

/**
 * Runs new forward-only migrations in the order of their names; Kysely's lock makes it safe from several processes.
 * @param files SQL text by file name, such as '0001-foundation.sql'
 */
export async function migrate(pool: pg.Pool, files: Record<string, string>): Promise<string[]> {
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: () => Promise.resolve(migrations(files)) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Runs `work` in one process after the other, on connections of their own without time limits. Kysely first looks through
 * the tables of all schemas, and fails where another process renames one meanwhile.
 */
export async function migrateUnderLock<Result>(
  connection: ConnectionOptions,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({ ...connection, application_name: 'migrations' });
  // Whoever waits for a statement of a broken connection is told by that; a connection without one must end no process.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  const turn = await pool.connect();
  try {
    await turn.query(toQuery(sql`select pg_advisory_lock(hashtext('migrate'))`));
    return await work(pool);
  } finally {
    turn.release(true);
    await pool.end();
  }
}

function migrations(files: Record<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name.replace(/\.sql$/, ''),
      { up: async (database) => void (await kyselySql.raw(text).execute(database)) },
    ]),
  );
}
