import { matchPath } from 'react-router';

declare const SCREEN_PATHS: readonly string[];

/** The most exact pattern of a screen, such as `/games/:game`. @param path without a locale */
export function findScreenPath(path: string): string | undefined {
  const found = SCREEN_PATHS.filter((pattern) => matchPath(pattern, path) !== null);
  return found.toSorted((one, other) => countParameters(one) - countParameters(other))[0];
}

function countParameters(pattern: string): number {
  return pattern.split(/[:*]/).length;
}

/** So that nothing links to a future page. @param path without a locale; may name parameters: `/games/:game` */
export function hasScreen(path: string): boolean {
  return SCREEN_PATHS.some((pattern) => matchPath(pattern, path) !== null);
}
