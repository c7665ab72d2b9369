import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { crossSite } from '#lib/calls/problems.ts';
import { isSameOrigin } from '#lib/csrf/csrf.server.ts';
import { EVENT_HEADERS, acceptsEvents } from '#lib/http/event-stream.ts';
import { Problem } from '#lib/problem.ts';

import { findUnlicensedPage as findUnlicensedPageCall, logout, watchSession } from './calls.ts';
import { sessionCookieName, signOutCookies } from './cookies.server.ts';
import { eventsOnly } from './problems.ts';
import { watchSession as watch } from './sessions/watch.server.ts';
import { findUnlicensedPage } from './unlicensed.server.ts';

export const loginAnswers: SiteAnswer[] = [
  answer(logout, async (current: Current, { request }) => {
    if (!isFromOwnPage(current, request)) throw new Problem(crossSite);
    const token = current.browser.cookies[sessionCookieName(current.config)];
    if (token !== undefined) await current.sessions.end(token);
    const cookies = signOutCookies(current.config, current.browser.cookies);
    // A form without scripts needs a page as its answer.
    const isForm = request.headers.get('sec-fetch-dest') === 'document';
    // Pages of signed-in users are never stored, so there is no cache to clear.
    return isForm ? { status: 303, headers: { location: '/' }, cookies } : { status: 204, cookies };
  }),
  answer(
    watchSession,
    async (current: Current, { request }) => {
      const body = watch(current);
      if (!acceptsEvents(request.headers.get('accept'))) throw new Problem(eventsOnly);
      return { body, headers: EVENT_HEADERS };
    },
    { headers: { Accept: 'text/event-stream' } },
  ),
  answer(
    findUnlicensedPageCall,
    async (current: Current, { query }) => ({ data: findUnlicensedPage(current, query.game) }),
    { query: { game: 'levelhead' } },
  ),
];

/** And not from a link in a mail or a picture in a post. Old browsers send neither header. */
function isFromOwnPage({ config }: Pick<Current, 'config'>, request: Request): boolean {
  const { headers } = request;
  const dest = headers.get('sec-fetch-dest') ?? 'empty';
  const isFormOrScript = headers.get('sec-fetch-site') !== 'none' && (dest === 'empty' || dest === 'document');
  return isFormOrScript && isSameOrigin(request, ownOrigins(config.publicUrl), true);
}
