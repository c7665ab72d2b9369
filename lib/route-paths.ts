export interface RouteEntry {
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly children?: readonly RouteEntry[] | undefined;
}

/**
 * Whole paths such as `/games/:game`, without the catch-all.
 * @param optional the first segment that may be missing, such as `:locale?`; the paths have none
 */
export function listPaths(routes: readonly RouteEntry[], optional: string, parent = ''): string[] {
  const paths = routes.flatMap(({ path = '', children = [] }) => {
    const whole = joined(parent, path === optional ? '' : path.replace(`${optional}/`, ''));
    return children.length === 0 ? [whole] : [whole, ...listPaths(children, optional, whole)];
  });
  return [...new Set(paths)].filter((path) => path !== '/*');
}

function joined(parent: string, path: string): string {
  return `${parent === '/' ? '' : parent}/${path}`.replace(/(.)\/$/, '$1');
}
