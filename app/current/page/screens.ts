import { matchPath } from 'react-router';

/** The paths of app/routes.ts, inserted by the build. */
declare const SCREEN_PATHS: readonly string[];

/**
 * Whether there is a screen at this path, so that nothing links to a future page.
 * @param path without a locale, such as `/podcast`; parameters may be named, as in `/games/:game/patchnotes`
 */
export function hasScreen(path: string): boolean {
  const isScreen = results.get(path) ?? SCREEN_PATHS.some((pattern) => matchPath(pattern, path) !== null);
  results.set(path, isScreen);
  return isScreen;
}

/** Pages check the same few paths. */
const results = new Map<string, boolean>();
