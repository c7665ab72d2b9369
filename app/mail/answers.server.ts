import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import * as calls from './calls.ts';
import { offKindOf } from './off-links.server.ts';
import type { OffLinkKind } from './off-links.server.ts';

export const mailAnswers = (kinds: readonly OffLinkKind[]): Answer<Current>[] => [
  answer(calls.showOffPage, (current: Current, { query: { token } }) =>
    Promise.resolve({
      status: 302,
      body: '',
      headers: { location: offKindOf(current, kinds, token).pageOf(current, token) },
    }),
  ),
  answer(calls.turnOffMails, async (current: Current, { query: { token } }) => {
    await offKindOf(current, kinds, token).turnOff(current, token);
    return { body: '' };
  }),
];
