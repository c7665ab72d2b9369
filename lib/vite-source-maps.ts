import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Plugin } from 'vite';

/** Makes source maps of what browsers run, and takes them away from the files that are served. @param folder for them alone */
export function sourceMapsPlugin(folder: string): Plugin {
  return {
    name: 'source-maps',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configEnvironment: (name) => (name === 'client' ? { build: { sourcemap: 'hidden' } } : undefined),
    writeBundle({ dir = '' }) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((name) => name.endsWith('.map'))) {
        copyFileSync(join(dir, name), join(folder, basename(name)));
        rmSync(join(dir, name));
      }
    },
  };
}
