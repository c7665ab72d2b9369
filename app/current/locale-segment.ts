import { Problem } from '#lib/problem.ts';

import { stageHasLocale, isLocale } from './locale.ts';
import { unknownPage } from './problems.ts';
import type { Stage } from './stage.ts';

/** @param path percent-encoded, as in the request. @throws Problem 404 when this stage has no pages in its locale */
export function requireLocaleOfStage(stage: Stage, path: string): void {
  const segment = path.split('/').find((part) => part !== '') ?? '';
  // The router decodes the path; a query is decoded in the same way, and never throws.
  const first = new URLSearchParams(`is=${segment}`).get('is')?.replace(/\.data$/, '');
  if (isLocale(first) && !stageHasLocale(stage, first)) throw new Problem(unknownPage);
}

/** A status such as `/503` shows its error page (specification §2). @param path without locale and first slash */
export function noPage(path: string): Problem {
  return new Problem(/^[45]\d\d$/.test(path) ? { ...unknownPage, status: Number(path) } : unknownPage);
}
