import type { Current } from '#app/current/current.server.ts';
import { answer } from '#lib/calls/answer.server.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

import { findAuditEntries } from './audit.server.ts';
import { findDeeds } from './calls.ts';

export const auditAnswers: Answer<Current>[] = [
  answer(
    findDeeds,
    async (current: Current, { query }) => {
      const { entries, next } = await findAuditEntries(current, query);
      return { data: entries, pages: { next: { after: next } } };
    },
    { query: { limit: '2' } },
  ),
];
