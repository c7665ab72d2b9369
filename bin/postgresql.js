import { installFromDebian, runs } from './apt.js';
import { say } from './say.js';

/** The oldest that the site runs on. */
const VERSION = 15;

/** As little durable as the tests' own. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((setting) => ['-o', setting]);
/** Before a command, gives it a database server of that version for as long as it runs. */
export const ON_POSTGRESQL_15 = ['pg_virtualenv', '-t', '-v', String(VERSION), '-c', '-e UTF8', ...SETTINGS];

export function hasPostgresql15() {
  return runs(`/usr/lib/postgresql/${VERSION}/bin/postgres`);
}

export async function ensurePostgresql15() {
  if (hasPostgresql15()) return;
  const what = `PostgreSQL ${VERSION}`;
  if (runs('apt-get')) await installFromDebian(what, `postgresql-${VERSION}`, hasPostgresql15);
  else say(`Without Debian's ${what} nothing is tried on it.`);
}
