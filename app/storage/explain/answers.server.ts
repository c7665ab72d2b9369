import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { explainAccess } from './calls.ts';
import { explainItem } from './explain.server.ts';

export const explainAnswers: SiteAnswer[] = [
  answer(explainAccess, async (current: Current, { params: { crateId, itemId }, query }) => ({
    data: await explainItem(current, crateId, itemId, query.as),
  })),
];
