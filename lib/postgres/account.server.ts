import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';

import { StartError } from './start-error.server.ts';

/** The user that the database runs as: PostgreSQL refuses to run as root. */
export interface OsAccount {
  readonly name: string;
  /** Set when it is another user than ours. */
  readonly ids?: { readonly uid: number; readonly gid: number };
}

/** Ourselves; for root the owner of `cluster`, else postgres, else nobody. @throws StartError for another owner */
export function osAccountFor(cluster: string): OsAccount {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const own = process.getuid?.() ?? 0;
  if (own !== 0) {
    if (owner !== undefined && owner.uid !== own) {
      throw new StartError(
        `The database in ${cluster} belongs to another user (${owner.uid}): start as that user or as root, or choose another data folder.`,
      );
    }
    return { name: String(own) };
  }
  if (owner !== undefined && owner.uid !== 0)
    return { name: String(owner.uid), ids: { uid: owner.uid, gid: owner.gid } };
  return unprivilegedAccount();
}

/** Tried as that user. */
export function mayUse(account: OsAccount, folder: string): boolean {
  const script = 'test -r "$1" && test -w "$1" && test -x "$1" && cd "$1"';
  return succeeds(account, '/bin/sh', ['-c', script, 'sh', folder]);
}

export function mayRun(account: OsAccount, program: string): boolean {
  return succeeds(account, program, ['--version']);
}

export function give(account: OsAccount, folder: string): void {
  if (account.ids !== undefined) chownSync(folder, account.ids.uid, account.ids.gid);
}

function succeeds(account: OsAccount, program: string, args: string[]): boolean {
  return spawnSync(program, args, { cwd: '/', stdio: 'ignore', ...account.ids }).status === 0;
}

function unprivilegedAccount(): OsAccount {
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const ids = users.get(name);
    if (ids !== undefined && ids.uid > 0) return { name, ids };
  }
  throw new StartError('The database cannot run as root and there is no user postgres or nobody to run it as.');
}
