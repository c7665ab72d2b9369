import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';

import { pathsOf } from './route-paths.ts';
import type { RouteEntry } from './route-paths.ts';

/**
 * Puts the paths of the framework's list of routes into the code in the place of a name, so that no browser gets the
 * list itself. A changed list needs a new start of the development server.
 * @param name such as `SCREEN_PATHS`  @param list the file of the routes  @param optional as for `pathsOf`
 */
export function routePathsPlugin(name: string, list: string, optional: string): Plugin {
  return {
    name: 'route-paths',
    async config() {
      const { default: routes } = (await import(pathToFileURL(resolve(list)).href)) as { default: RouteEntry[] };
      return { define: { [name]: JSON.stringify(pathsOf(routes, optional)) } };
    },
  };
}
