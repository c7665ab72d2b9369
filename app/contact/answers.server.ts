import type { Current } from '#app/current/current.server.ts';
import { eventsOnly } from '#app/editor/problems.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import { EVENT_HEADERS, acceptsEvents } from '#lib/http/event-stream.ts';
import { Problem } from '#lib/problem.ts';

import * as calls from './calls.ts';
import { openDeskPresence } from './desk/desk-presence.server.ts';

export const contactAnswers: Answer<Current>[] = [
  answer(
    calls.joinSubmission,
    async (current: Current, { params: { subjectId }, query, request }) => {
      const body = await openDeskPresence(current, subjectId, query.isWriting === 'true');
      if (!acceptsEvents(request.headers.get('accept'))) throw new Problem(eventsOnly);
      return { body, headers: EVENT_HEADERS };
    },
    { query: { isWriting: 'false' }, headers: { Accept: 'text/event-stream' } },
  ),
];
