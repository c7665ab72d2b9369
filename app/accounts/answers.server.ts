import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { getSessionUser } from './accounts.server.ts';
import { getAccount } from './calls.ts';

export const accountAnswers: Answer<Current>[] = [
  answer(getAccount, async (current: Current, { params }) => ({ data: await getSessionUser(current, params.userId) }), {
    params: { userId: '@me' },
  }),
];
