import { basename, posix } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';

const SCHEME = 'thread:';
const OURS = `\0${SCHEME}`;
/** Before the name of a file of the bundle, until it is known which file needs it. */
const BESIDE = '__beside__';

/**
 * `import url from 'thread:./work.ts'` is the address of a file for a worker thread of Node: in the bundle a file of its
 * own beside it, where the sources run the source, which Node reads without its types.
 */
export function threadsPlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'threads',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async resolveId(source, importer) {
      if (!source.startsWith(SCHEME)) return undefined;
      const file = await this.resolve(source.slice(SCHEME.length), importer);
      return file === null ? undefined : OURS + file.id;
    },
    load(id) {
      if (!id.startsWith(OURS)) return undefined;
      const file = id.slice(OURS.length);
      if (!isBuild) return { code: `export default ${JSON.stringify(pathToFileURL(file).href)};`, moduleType: 'js' };
      const fileName = `${basename(file).split('.', 1)[0]}.js`;
      this.emitFile({ type: 'chunk', id: file, fileName });
      const code = `const file = ${JSON.stringify(BESIDE + fileName)};\nexport default new URL(file, import.meta.url).href;`;
      return { code, moduleType: 'js' };
    },
    // The address of an emitted file would be one for browsers, and the router would move the file to theirs.
    renderChunk(code, { fileName }) {
      const up = posix.relative(posix.dirname(fileName), '.');
      return code.includes(BESIDE) ? code.replaceAll(BESIDE, up === '' ? './' : `${up}/`) : undefined;
    },
  };
}
