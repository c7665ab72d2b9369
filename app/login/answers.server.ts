import type { Current } from '#app/current/current.server.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import { crossSite } from '#lib/calls/problems.ts';
import { isSameOrigin } from '#lib/csrf/csrf.server.ts';
import { EVENT_STREAM, acceptsEvents } from '#lib/http/event-stream.ts';
import { Problem } from '#lib/problem.ts';

import { logout, watchSession } from './calls.ts';
import { sessionCookieName, signOutCookies } from './cookies.server.ts';
import { eventsOnly } from './problems.ts';
import { watchSession as watch } from './sessions/watch.server.ts';

export const loginAnswers: Answer<Current>[] = [
  answer(logout, async (current: Current, { request }) => {
    if (!isOwnWish(current, request)) throw new Problem(crossSite);
    const token = current.browser.cookies[sessionCookieName(current.config)];
    if (token !== undefined) await current.sessions.end(token);
    const cookies = signOutCookies(current.config);
    // A form without scripts wants a page for its answer.
    const isForm = request.headers.get('sec-fetch-dest') === 'document';
    // Nothing of pages for one is in the browser's cache, so there is nothing to clear: they are not to be stored.
    return isForm ? { status: 303, headers: { location: '/' }, cookies } : { status: 204, cookies };
  }),
  answer(watchSession, async (current: Current, { request }) => {
    const body = watch(current);
    if (!acceptsEvents(request.headers.get('accept'))) throw new Problem(eventsOnly);
    return { body, headers: { 'content-type': EVENT_STREAM, 'x-accel-buffering': 'no' } };
  }),
];

/**
 * Whether one of our own pages has asked by its form or its script. What has no page behind it is a link in a mail, say;
 * what is shown is a picture in a post. Old browsers say nothing of either.
 */
function isOwnWish({ config }: Pick<Current, 'config'>, request: Request): boolean {
  const { headers } = request;
  const dest = headers.get('sec-fetch-dest') ?? 'empty';
  const isAsked = headers.get('sec-fetch-site') !== 'none' && (dest === 'empty' || dest === 'document');
  return isAsked && isSameOrigin(request, ownOrigins(config.publicUrl), true);
}
