import * as z from 'zod/mini';

import { MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const reports: PersonalRows = {
  name: 'reports',
  title: 'exports.part.reports',
  of: ['reports.reporter_id'],
  schema: z.object({ kind: z.string(), thingId: z.string(), reason: z.string(), words: z.string(), at: Time }),
  find: findBy<{ kind: string; thingId: string }>(
    ({ userId }, after) => sql`
      select kind, thing_id as "thingId", reason, words, at
      from reports where reporter_id = ${userId} and (kind, thing_id) > (${after?.kind ?? ''}, ${after?.thingId ?? ''}) order by kind, thing_id`,
  ),
};

const reportDecisions: PersonalRows = {
  name: 'report-decisions',
  title: 'exports.part.reportDecisions',
  of: ['report_decisions.author_id'],
  schema: z.object({
    decisionId: z.string(),
    kind: z.string(),
    title: z.string(),
    decision: z.string(),
    decidedAt: Time,
    undoneAt: MaybeTime,
  }),
  find: findBy<{ decisionId: string }>(
    ({ userId }, after) => sql`
      select decision_id as "decisionId", kind, title, decision, decided_at as "decidedAt", undone_at as "undoneAt"
      from report_decisions where author_id = ${userId} and decision <> 'dismiss' and decision_id > ${after?.decisionId ?? NO_UUID} order by decision_id`,
  ),
};

export const reportRows = {
  personalRows: [reports, reportDecisions],
  withheld: {
    'report_decisions.decided_by': 'staff',
    'reported_things.author_id': 'others',
  },
} satisfies PersonalData;
