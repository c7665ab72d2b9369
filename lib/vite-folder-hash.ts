import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Plugin } from 'vite';

const DIGITS = 10;

/**
 * Exports a short hash of all files of a folder, for addresses, so that browsers need no list of the files.
 * @param folders relative to the project, by the name of the module
 */
export function folderHashPlugin(folders: Record<string, string>): Plugin {
  return {
    name: 'folder-hash',
    resolveId: (source) => (source in folders ? `\0${source}` : undefined),
    async load(id) {
      const folder = folders[id.slice(1)];
      if (!id.startsWith('\0') || folder === undefined) return undefined;
      const files = await listFiles(resolve(folder));
      for (const file of files) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(await hashFiles(files))};`, moduleType: 'js' };
    },
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .toSorted();
}

async function hashFiles(files: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, DIGITS);
}
