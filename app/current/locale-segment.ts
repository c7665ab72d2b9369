import { Problem } from '#lib/problem.ts';

import { isLocale } from './locale.ts';
import { unknownPage } from './problems.ts';

/**
 * The optional first segment of a public page's address is a locale or nothing.
 * @throws Problem 404; for a status such as `/503` one of that status, so that its error page shows (specification §2)
 */
export function requireLocaleSegment(segment: string | undefined): void {
  if (segment === undefined || isLocale(segment)) return;
  throw new Problem(/^[45]\d\d$/.test(segment) ? { ...unknownPage, status: Number(segment) } : unknownPage);
}
