import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { pageLimit } from '#lib/calls/page.ts';
import { EVENT_STREAM } from '#lib/http/event-stream.ts';

import { noCrate } from '../problems.ts';
import { Change, DEFAULT_CHANGES, MAX_CHANGES } from './change.ts';
import { changesGone, foreignToken, tooManyStreams } from './problems.ts';

const Token = z.string().check(z.maxLength(1024));

export const findChanges = call({
  id: 'storage.findChanges',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/changes',
  least: 'policy',
  summary: `What has changed in a crate since a token, each item once, as it is now. Without a token all items come first. Asked for ${EVENT_STREAM} it goes on as events.`,
  params: z.object({ crateId: z.string() }),
  query: z.object({
    since: z.optional(Token),
    limit: pageLimit(MAX_CHANGES, DEFAULT_CHANGES),
  }),
  headers: z.object({ 'last-event-id': z.optional(Token) }),
  success: [
    {
      status: 200,
      description:
        'A page, which may be short or empty. Rumpus-Changes-Since is the token to go on with; Link names the next page when there is more already. As events: each with its token as id.',
      data: z.array(Change),
      bytes: EVENT_STREAM,
    },
  ],
  problems: [noCrate, foreignToken, changesGone, tooManyStreams],
  byKey: 'rumpus-items-read',
});
