import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { EVENT_HEADERS, acceptsEvents } from '#lib/http/event-stream.ts';

import { openCount } from './badge/count-stream.server.ts';
import * as calls from './calls.ts';
import { countNotifications } from './counts.server.ts';
import type { EventCatalog } from './event-kind.server.ts';

export const notificationAnswers = (catalog: EventCatalog): SiteAnswer[] => [
  answer(calls.countNotifications, async (current: Current, { request }) => {
    if (!acceptsEvents(request.headers.get('accept'))) return { data: await countNotifications(current, catalog) };
    return { body: openCount(current, catalog), headers: EVENT_HEADERS };
  }),
];
