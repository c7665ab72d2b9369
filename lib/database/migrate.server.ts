import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';

/**
 * Runs what is new of the forward-only SQL migrations, in the order of their names.
 * Kysely's lock makes it safe from several processes at once.
 * @param files SQL text by file name without folder, such as '0001-foundation.sql'
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

function migrations(files: Record<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name.replace(/\.sql$/, ''),
      { up: async (database) => void (await sql.raw(text).execute(database)) },
    ]),
  );
}
