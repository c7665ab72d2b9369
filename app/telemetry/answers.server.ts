import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer, Reply } from '#lib/calls/answer.server.ts';

import { addErrors, addPageViews, findErrors, findPageViews } from './calls.ts';
import { findErrors as listErrors, findPageViews as listPageViews } from './rows.server.ts';
import { saveErrors, savePageViews } from './telemetry.server.ts';

export const telemetryAnswers: Answer<Current>[] = [
  answer(addPageViews, async (current: Current, { body, request }) => {
    await savePageViews(current, body.data, request.headers);
    return { status: 202 };
  }),
  answer(addErrors, async (current: Current, { body, request }) => {
    await saveErrors(current, body.data, request.headers);
    return { status: 202 };
  }),
  answer(findPageViews, async (current: Current, { query, request }) =>
    page(request.url, await listPageViews(current, query)),
  ),
  answer(findErrors, async (current: Current, { query, request }) =>
    page(request.url, await listErrors(current, query)),
  ),
];

/** RFC 8288: the same question, about what was before. */
function page(url: string, { rows, next }: { rows: unknown[]; next: string | undefined }): Reply {
  if (next === undefined) return { data: rows };
  const { pathname, searchParams } = new URL(url);
  // The client's own, for its cache.
  searchParams.delete('local-cache-id');
  searchParams.set('after', next);
  return { data: rows, headers: { link: `<${pathname}?${searchParams}>; rel="next"` } };
}
