import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { findAuditEntries } from './audit.server.ts';
import { findDeeds } from './calls.ts';

export const auditAnswers: SiteAnswer[] = [
  answer(
    findDeeds,
    async (current: Current, { query }) => {
      const { entries, next } = await findAuditEntries(current, query);
      return { data: entries, pages: { next: { after: next } } };
    },
    { query: { limit: '2' } },
  ),
];
