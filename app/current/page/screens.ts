import { matchPath } from 'react-router';

/** The paths of app/routes.ts, which the build puts in here: the browser needs no more of that list. */
declare const SCREEN_PATHS: readonly string[];

/**
 * Whether there is a screen at this address, so that nothing links to a page that is still to come.
 * @param path without a locale, such as `/podcast`; parameters may be named, as in `/games/:game/patchnotes`
 */
export function hasScreen(path: string): boolean {
  const known = asked.get(path) ?? SCREEN_PATHS.some((pattern) => matchPath(pattern, path) !== null);
  asked.set(path, known);
  return known;
}

/** Every page asks for the same few, which the code names. */
const asked = new Map<string, boolean>();
