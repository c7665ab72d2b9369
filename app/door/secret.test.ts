import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { ConfigError, parseConfig } from '#app/current/config/config.server.ts';

import { ensureSecret } from './secret.server.ts';

const OWN = 'a secret of the operator, longer than 32 characters';
let root: string;
let folder: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'secret-'))));
beforeEach(async () => void (folder = await mkdtemp(join(root, 'data-'))));
afterAll(() => rm(root, { recursive: true }));

const secret = (variables: Record<string, string> = {}) =>
  ensureSecret(parseConfig({ DATA_DIR: folder, ...variables }));

test('with the embedded database a secret is made once, readable for its owner only', async () => {
  const made = await secret();
  expect(Buffer.from(made, 'base64url')).toHaveLength(32);
  expect(await secret()).toBe(made);
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(made);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
});

test('parallel starts agree on one secret and leave no other file', async () => {
  const made = await Promise.all(Array.from({ length: 16 }, () => secret()));
  expect(new Set(made).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('a configured secret is used and not written to disk', async () => {
  expect(await secret({ SECRET: OWN, DATABASE_URL: 'postgres://db.example/site' })).toBe(OWN);
  expect(await readdir(folder)).toEqual([]);
});

test('with DATABASE_URL a secret is required, because every process must have the same', () => {
  expect(() => parseConfig({ DATABASE_URL: 'postgres://db.example/site' })).toThrow(
    new ConfigError('SECRET must be set with DATABASE_URL: at least 32 characters that nobody can guess'),
  );
});

test.each(['', 'short', ' '.repeat(64)])('a stored secret of %j is refused', async (kept) => {
  await writeFile(join(folder, 'secret'), kept);
  await expect(secret()).rejects.toThrow(/secret must hold at least 32 characters; remove it to have a new one made$/);
});
