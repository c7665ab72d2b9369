import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { EVENT_HEADERS, acceptsEvents } from '#lib/http/event-stream.ts';

import * as calls from './calls.ts';
import { CHANGES_HEADER } from './change.ts';
import { findChanges, writeFeedToken } from './changes.server.ts';
import { openStream } from './event-streams.server.ts';
import { feedFor } from './feed.server.ts';

const find = answer(
  calls.findChanges,
  async (
    current: Current,
    { params: { crateId }, query, headers: { 'last-event-id': lastEventId }, request },
  ): Promise<Reply> => {
    const feed = await feedFor(current, crateId);
    if (acceptsEvents(request.headers.get('accept'))) {
      const body = await openStream(current, feed, lastEventId ?? query.since);
      return { body, headers: EVENT_HEADERS };
    }
    const { entries, position, hasMore } = await findChanges(current, feed, query.since, query.limit);
    const token = writeFeedToken(current, feed, position);
    return {
      data: entries.map(({ change }) => change),
      headers: { [CHANGES_HEADER]: token },
      pages: { next: { since: hasMore ? token : undefined } },
    };
  },
  { query: { limit: '2' } },
);

export const feedAnswers: SiteAnswer[] = [find];
