import { Problem } from '#lib/problem.ts';

import { stageHasLocale, isLocale } from './locale.ts';
import { unknownPage } from './problems.ts';
import type { Stage } from './stage.ts';

/** @param path percent-encoded, as it was asked for. @throws Problem 404 when this stage has no pages in its locale */
export function requireLocaleOfStage(stage: Stage, path: string): void {
  const segment = path.split('/').find((part) => part !== '') ?? '';
  // As the router reads it, which undoes the encoding; a query is decoded the same, and never throws.
  const first = new URLSearchParams(`is=${segment}`).get('is')?.replace(/\.data$/, '');
  if (isLocale(first) && !stageHasLocale(stage, first)) throw new Problem(unknownPage);
}

/**
 * The refusal of an address that is no page's; of a status such as `/503` one of that status, so that its error page
 * shows (specification §2). @param path without a locale and without the slash before it
 */
export function noPage(path: string): Problem {
  return new Problem(/^[45]\d\d$/.test(path) ? { ...unknownPage, status: Number(path) } : unknownPage);
}
