import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { savePosition } from './positions.server.ts';

export const podcastAnswers: SiteAnswer[] = [
  answer(
    calls.keepPlace,
    async (current: Current, { params: { itemId }, body: { seconds } }) => {
      await savePosition(current, itemId, seconds);
      return { status: 204 };
    },
    {
      params: { itemId: '0190a0b0-0000-7000-8000-000000000000' },
      body: { seconds: 62 },
      status: 404,
    },
  ),
];
