import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { getSessionUser } from './accounts.server.ts';
import { getAccount } from './calls.ts';

export const accountAnswers: SiteAnswer[] = [
  answer(getAccount, async (current: Current, { params }) => ({ data: await getSessionUser(current, params.userId) }), {
    params: { userId: '@me' },
  }),
];
