import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { readUnsubscribeKind } from './unsubscribe-links.server.ts';
import type { UnsubscribeKind } from './unsubscribe-links.server.ts';

export const mailAnswers = (kinds: readonly UnsubscribeKind[]): SiteAnswer[] => [
  answer(
    calls.showOffPage,
    (current: Current, { query: { token } }) =>
      Promise.resolve({
        status: 302,
        body: '',
        headers: { location: readUnsubscribeKind(current, kinds, token).pathToPage(current, token) },
      }),
    { query: { token: 'x' }, status: 404 },
  ),
  answer(
    calls.turnOffMails,
    async (current: Current, { query: { token } }) => {
      await readUnsubscribeKind(current, kinds, token).unsubscribe(current, token);
      return { body: '' };
    },
    {
      query: { token: 'x' },
      bytes: 'List-Unsubscribe=One-Click',
      status: 404,
    },
  ),
];
