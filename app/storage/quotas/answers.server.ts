import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { getUsage } from './calls.ts';
import { findUsage } from './usage.server.ts';

export const quotaAnswers: SiteAnswer[] = [
  answer(getUsage, async (current: Current, { params, query }) => ({
    data: await findUsage(current, params.crateId, query.userId),
  })),
];
