import { matchPath } from 'react-router';

declare const SCREEN_PATHS: readonly string[];

/** So that nothing links to a future page. @param path without a locale; may name parameters: `/games/:game` */
export function hasScreen(path: string): boolean {
  return SCREEN_PATHS.some((pattern) => matchPath(pattern, path) !== null);
}
