import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { getUsage } from './calls.ts';
import { findUsage } from './usage.server.ts';

export const quotaAnswers: Answer<Current>[] = [
  answer(getUsage, async (current: Current, { params, query }) => ({
    data: await findUsage(current, params.crateId, query.userId),
  })),
];
