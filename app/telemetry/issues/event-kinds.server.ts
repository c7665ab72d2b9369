import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import { sql } from '#lib/database/sql.server.ts';

interface RegressedIssue {
  readonly issueId: string;
  /** Which time it was. */
  readonly regressions: number;
}

/** For all staff. */
export const regressedIssue: EventKind<RegressedIssue> = {
  id: 'telemetry.regressed',
  title: 'notify.errors.title',
  about: 'notify.errors.about',
  least: 'staff',
  mail: 'off',
  sample: { issueId: '01890000-0000-7000-8000-000000000000', regressions: 1 },
  show: async ({ db }, _reader, events) => {
    const ids = events.map(({ details }) => details.issueId);
    const rows = await db.query<{ issue_id: string; message: string }>(sql`
      select issue_id::text, stack.message from telemetry_issues issues
      cross join lateral (select message from telemetry_issue_stacks stacks where stacks.issue_id = issues.issue_id
        order by occurrences desc, stack_hash limit 1) stack
      where issue_id = any(${ids}::uuid[])`);
    const messages = new Map(rows.map((row) => [row.issue_id, row.message]));
    return describeEvents(events, ({ issueId }) => {
      const title = messages.get(issueId);
      if (title === undefined) return undefined;
      return { text: 'notify.errors.regressed', values: { title }, path: `/admin/telemetry/errors/${issueId}` };
    });
  },
};
