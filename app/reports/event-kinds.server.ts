import type { Current } from '#app/current/current.server.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { ReportDecision } from './report.ts';

interface DecisionDetails {
  readonly decisionId: string;
}

const SAMPLE: DecisionDetails = { decisionId: '01890000-0000-7000-8000-000000000000' };
/** What we decide by. */
const RULES = '/conduct';

/** For whoever reported a thing. */
export const decidedReport: EventKind<DecisionDetails> = {
  id: 'reports.decided',
  title: 'notify.reports.title',
  about: 'notify.reports.about',
  least: 'authenticated',
  mail: 'daily',
  sample: SAMPLE,
  show: async (current, { userId }, events) => {
    const decisions = await findDecisionsFor(current, 'reporter', userId, listIds(events));
    return describeEvents(events, ({ decisionId }) => {
      const decided = decisions.get(decisionId);
      if (decided === undefined) return undefined;
      const text = decided.decision === 'dismiss' ? 'notify.reports.dismissed' : 'notify.reports.acted';
      return { text, values: { thing: decided.kind }, path: RULES };
    });
  },
};

/** For whose it was. */
export const removedThing: EventKind<DecisionDetails> = {
  id: 'reports.removed',
  title: 'notify.reports.removedTitle',
  about: 'notify.reports.removedAbout',
  least: 'authenticated',
  mail: 'now',
  sample: SAMPLE,
  show: async (current, { userId }, events) => {
    const decisions = await findDecisionsFor(current, 'author', userId, listIds(events));
    return describeEvents(events, ({ decisionId }) => {
      const decided = decisions.get(decisionId);
      if (decided === undefined) return undefined;
      return {
        text: 'notify.reports.removed',
        values: { thing: decided.kind, title: decided.title },
        path: RULES,
      };
    });
  },
};

function listIds(events: readonly { readonly details: DecisionDetails }[]): string[] {
  return events.map(({ details }) => details.decisionId);
}

type ShownDecisionRow = Pick<Row<'report_decisions'>, 'decision_id' | 'kind' | 'title'> &
  Columns<'report_decisions', { decision: ReportDecision }>;

/** Those that stand, of things that somebody reported or that are theirs. */
async function findDecisionsFor(
  { db }: Current,
  as: 'reporter' | 'author',
  userId: string,
  decisionIds: readonly string[],
): Promise<Map<string, ShownDecisionRow>> {
  const isFor =
    as === 'author'
      ? sql`d.author_id = ${userId}`
      : sql`exists (select from reports r where r.kind = d.kind and r.thing_id = d.thing_id
          and r.reporter_id = ${userId} and r.decision_id = d.decision_id)`;
  const rows = await db.query<ShownDecisionRow>(sql`
    select d.decision_id, d.kind, d.title, d.decision from report_decisions d
    where d.decision_id = any(${[...decisionIds]}::uuid[]) and d.undone_at is null and ${isFor}`);
  return new Map(rows.map((row) => [row.decision_id, row]));
}
