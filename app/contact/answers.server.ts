import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { eventsOnly } from '#app/editor/problems.ts';
import { EVENT_HEADERS, acceptsEvents } from '#lib/http/event-stream.ts';
import { Problem } from '#lib/problem.ts';

import * as calls from './calls.ts';
import { openDeskPresence } from './desk/desk-presence.server.ts';

export const contactAnswers: SiteAnswer[] = [
  answer(
    calls.joinSubmission,
    async (current: Current, { params: { subjectId }, query, request }) => {
      const body = await openDeskPresence(current, subjectId, query.isWriting === 'true');
      if (!acceptsEvents(request.headers.get('accept'))) throw new Problem(eventsOnly);
      return { body, headers: EVENT_HEADERS };
    },
    {
      unaudited: 'Who reads it now is shown while they do, and stored nowhere.',
      query: { isWriting: 'false' },
      headers: { Accept: 'text/event-stream' },
    },
  ),
];
