import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { findDeeds as listDeeds } from './audit.server.ts';
import { findDeeds } from './calls.ts';

export const auditAnswers: Answer<Current>[] = [
  answer(findDeeds, async (current: Current, { query, request }) => {
    const { entries, next } = await listDeeds(current, query);
    return next === undefined ? { data: entries } : { data: entries, headers: { link: nextLink(request.url, next) } };
  }),
];

/** RFC 8288: the same question, about what was before. */
function nextLink(url: string, after: number): string {
  const { pathname, searchParams } = new URL(url);
  // The client's own, for its cache.
  searchParams.delete('local-cache-id');
  searchParams.set('after', String(after));
  return `<${pathname}?${searchParams}>; rel="next"`;
}
