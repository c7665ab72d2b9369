import { Problem } from '#lib/problem.ts';

import { isLocale } from './locale.ts';
import { unknownPage } from './problems.ts';

/** The optional first segment of a public page's address is a locale or nothing. @throws Problem 404 */
export function requireLocaleSegment(segment: string | undefined): void {
  if (segment !== undefined && !isLocale(segment)) throw new Problem(unknownPage);
}
