import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, run } from './run.js';

/** @returns {Promise<Map<string, string> | undefined>} uncommitted files with state and content; none outside git */
export async function readTree() {
  // The checkout may belong to another user than the one who tests it.
  const args = ['-c', 'safe.directory=*', 'status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'];
  const { ok, text } = await run('git', args, { output: 'keep' });
  if (!ok) return undefined;
  const entries = text.split('\0').filter((entry) => entry !== '');
  return new Map(entries.map((entry) => [entry.slice(3), `${entry.slice(0, 2)} ${hashOf(entry.slice(3))}`]));
}

/** @returns {Promise<string[]>} what is not committed, and what is since `commit`, by default where the upstream branch is */
export async function changedPaths(commit = '@{upstream}') {
  const tree = (await readTree()) ?? new Map();
  const args = ['-c', 'safe.directory=*', 'diff', '--name-only', '-z', '--merge-base', commit];
  const { ok, text } = await run('git', args, { output: 'keep' });
  const committed = ok ? text.split('\0').filter((path) => path !== '') : [];
  return [...new Set([...tree.keys(), ...committed])];
}

export function changesSince(before, after) {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

function hashOf(path) {
  const file = join(ROOT, path);
  if (!existsSync(file) || !statSync(file).isFile()) return 'none';
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
