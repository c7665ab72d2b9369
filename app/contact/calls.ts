import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { eventsOnly, tooManyStreams } from '#app/editor/problems.ts';
import { EVENT_STREAM } from '#lib/http/event-stream.ts';

import { noSubmission } from './problems.ts';

export const joinSubmission = call({
  id: 'contact.joinSubmission',
  method: 'POST',
  path: '/api/contact/presence/{subjectId}',
  least: 'staff',
  summary: 'The caller is among the staff who have a submission open, as long as the events are read.',
  params: z.object({ subjectId: z.string() }),
  query: z.object({ isWriting: z.optional(z.enum(['true', 'false'], 'true or false')) }),
  success: [
    {
      status: 200,
      description: 'Events with the people and how many messages there are, until nobody reads them.',
      bytes: EVENT_STREAM,
    },
  ],
  problems: [badCredentials, notAllowed, noSubmission, eventsOnly, tooManyStreams],
});
