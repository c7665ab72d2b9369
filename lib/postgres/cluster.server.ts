import { execFile } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { give } from './account.server.ts';
import type { ClusterLocation } from './location.server.ts';

/** Nothing of our own environment, so that PostgreSQL holds no secret of the site. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export const USER = 'postgres';

/** Sorts by code point on every machine. Appears only when whole, so that a killed start leaves nothing like a database. */
export async function initializeCluster(location: ClusterLocation, isDurable: boolean): Promise<void> {
  if (existsSync(location.cluster)) return;
  const part = `${location.cluster}.new`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  give(location.account, part);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const safety = ['--data-checksums', ...(isDurable ? [] : ['--no-sync'])];
  await promisify(execFile)(
    join(location.programs, 'bin', 'initdb'),
    ['-D', part, '-U', USER, '--auth=trust', '--no-instructions', ...locale, ...safety],
    { cwd: '/', env: ENVIRONMENT, ...location.account.ids },
  );
  renameSync(part, location.cluster);
  syncFolder(dirname(location.cluster));
}

/** Without this a power cut could take back the renaming, and with it the database. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
