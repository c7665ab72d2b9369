import { Problem } from '#lib/problem.ts';

import { isLocale } from './locale.ts';
import { unknownPage } from './problems.ts';

/**
 * The optional first segment of a public page's address is a locale or nothing.
 * @throws Problem 404; for a status such as `/503` one of that status, so that its error page shows (specification §2)
 */
export function requireLocaleSegment(segment: string | undefined): void {
  if (segment === undefined || isLocale(segment)) return;
  throw noPage(segment);
}

/** The refusal of an address that is no page's. @param path without a locale and without the slash before it */
export function noPage(path: string): Problem {
  return new Problem(/^[45]\d\d$/.test(path) ? { ...unknownPage, status: Number(path) } : unknownPage);
}
