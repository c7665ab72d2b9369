import { matchPath } from 'react-router';

declare const SCREEN_PATHS: readonly string[];

/** So that nothing links to a future page. @param path without a locale; may name parameters: `/games/:game` */
export function hasScreen(path: string): boolean {
  const isScreen = results.get(path) ?? SCREEN_PATHS.some((pattern) => matchPath(pattern, path) !== null);
  results.set(path, isScreen);
  return isScreen;
}

/** Pages check the same few paths. */
const results = new Map<string, boolean>();
