import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { explainAccess } from './calls.ts';
import { explainItem } from './explain.server.ts';

export const explainAnswers: Answer<Current>[] = [
  answer(explainAccess, async (current: Current, { params: { crateId, itemId }, query }) => ({
    data: await explainItem(current, crateId, itemId, query.as),
  })),
];
