import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';

import type { Database } from './database.server.ts';
import { sql } from './sql.server.ts';

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

/** Kysely first looks through the tables of all schemas, and fails where another process renames one meanwhile. */
export function migrateUnderLock<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return db.transaction(async (turn) => {
    await turn.query(sql`set local statement_timeout = '10min'`);
    await turn.query(sql`select pg_advisory_xact_lock(hashtext('migrate'))`);
    return work();
  });
}

function migrations(files: Record<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name.replace(/\.sql$/, ''),
      { up: async (database) => void (await kyselySql.raw(text).execute(database)) },
    ]),
  );
}
