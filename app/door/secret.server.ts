import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigError } from '#app/current/config/config.server.ts';
import type { Config } from '#app/current/config/config.server.ts';

const MIN_CHARACTERS = 32;

/** SECRET, or for the embedded database one that is stored beside it. @throws ConfigError when that is too short */
export async function ensureSecret(config: Config): Promise<string> {
  if (config.SECRET !== undefined) return config.SECRET;
  const path = join(config.DATA_DIR, 'secret');
  const known = await readFile(path, 'utf8').catch(ignoreMissing);
  if (known === undefined) await makeSecret(path);
  const secret = (known ?? (await readFile(path, 'utf8'))).trim();
  if (secret.length >= MIN_CHARACTERS) return secret;
  throw new ConfigError(`${path} must hold at least ${MIN_CHARACTERS} characters; remove it to have a new one made`);
}

/** Atomic, even if the process is killed; of two parallel starts the first wins. */
async function makeSecret(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, path).catch(ignoreExisting);
  await rm(draft);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
