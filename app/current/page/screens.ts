import { matchPath } from 'react-router';

declare const SCREEN_PATHS: readonly string[];
/** What the router of the browser knows its routes by; it is there before anything of the page runs. */
declare const __reactRouterManifest: { readonly routes: Readonly<Record<string, ScreenRoute>> };

interface ScreenRoute {
  readonly path?: string | undefined;
  readonly parentId?: string | undefined;
}

/** So that nothing links to a future page. @param path without a locale; may name parameters: `/games/:game` */
export function hasScreen(path: string): boolean {
  const isScreen = results.get(path) ?? screenPaths().some((pattern) => matchPath(pattern, path) !== null);
  results.set(path, isScreen);
  return isScreen;
}

/** Pages check the same few paths. */
const results = new Map<string, boolean>();

/** Browsers have the routes already: the list would be the same again. */
function screenPaths(): readonly string[] {
  if (import.meta.env.SSR) return SCREEN_PATHS;
  const { routes } = __reactRouterManifest;
  const wholePath = ({ path = '', parentId }: ScreenRoute): string => {
    const parent = parentId === undefined ? undefined : routes[parentId];
    return `${parent === undefined ? '' : wholePath(parent)}/${path}`.replace('/:locale?', '').replace(/\/+/g, '/');
  };
  return Object.values(routes)
    .map((route) => wholePath(route))
    .filter((path) => path !== '/*');
}
