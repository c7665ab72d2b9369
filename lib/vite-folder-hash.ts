import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Plugin } from 'vite';

const DIGITS = 10;

/**
 * Makes modules whose default export is a short hash of all files of a folder, so that addresses can say which state of
 * them they mean without a list of the files in the browser.
 * @param folders by the name of the module, relative to the folder of the project
 */
export function folderHashPlugin(folders: Record<string, string>): Plugin {
  return {
    name: 'folder-hash',
    resolveId: (source) => (source in folders ? `\0${source}` : undefined),
    async load(id) {
      const folder = folders[id.slice(1)];
      if (!id.startsWith('\0') || folder === undefined) return undefined;
      const files = await filesOf(resolve(folder));
      for (const file of files) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(await hashOf(files))};`, moduleType: 'js' };
    },
  };
}

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .toSorted();
}

async function hashOf(files: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, DIGITS);
}
