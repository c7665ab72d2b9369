import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '#app/current/config.server.ts';

/** What the site signs with: SECRET, or for the embedded database a secret made once and kept beside it. */
export async function secretOf(config: Config): Promise<string> {
  if (config.SECRET !== undefined) return config.SECRET;
  const path = join(config.DATA_DIR, 'secret');
  // 'wx' makes the first of two starts win; both then read the same.
  await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(ignoreExisting);
  return (await readFile(path, 'utf8')).trim();
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
