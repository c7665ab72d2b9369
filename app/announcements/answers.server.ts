import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { acknowledgeAnnouncement, sendAnnouncements } from './sending.server.ts';

/** Asked for again each time, so that what is stopped is gone at once; a week old where nobody answers. */
const KEEPING = 'public, max-age=0, stale-if-error=604800';

export const announcementAnswers: SiteAnswer[] = [
  answer(
    calls.findAnnouncements,
    async (current: Current, { query }) => ({
      data: await sendAnnouncements(current, query),
      headers: { 'cache-control': KEEPING },
    }),
    {
      query: {
        game: 'levelhead',
        platform: 'windows',
        version: '17.36.4',
        locale: 'de-DE',
        zone: 'Europe/Berlin',
        installation: '0b5c1f7e2d',
      },
    },
  ),
  answer(
    calls.acknowledgeAnnouncement,
    async (current: Current, { params, body }) => {
      await acknowledgeAnnouncement(current, params.announcementId, body.installation);
      return { status: 204 };
    },
    {
      params: { announcementId: '0190a0b0-0000-7000-8000-000000000000' },
      body: { installation: '0b5c1f7e2d' },
      status: 404,
    },
  ),
];
