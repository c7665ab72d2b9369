import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';

import { listPaths } from './route-paths.ts';
import type { RouteEntry } from './route-paths.ts';

/**
 * Replaces a name in the code by the paths of the routes, so that browsers do not get the list itself. A changed list
 * needs a restart of the development server.
 * @param name such as `SCREEN_PATHS`  @param list the file of the routes  @param optional as for `listPaths`
 */
export function routePathsPlugin(name: string, list: string, optional: string): Plugin {
  return {
    name: 'route-paths',
    async config() {
      const { default: routes } = (await import(pathToFileURL(resolve(list)).href)) as { default: RouteEntry[] };
      return { define: { [name]: JSON.stringify(listPaths(routes, optional)) } };
    },
  };
}
