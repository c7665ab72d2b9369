import type { Current } from '#app/current/current.server.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind, EventWords, NotificationEvent } from '#app/notifications/event-kind.server.ts';
import { sql } from '#lib/database/sql.server.ts';

interface AboutIssue {
  readonly issueId: string;
}

interface NewIssue extends AboutIssue {
  /** Of the last that a day has room for: how many that were. */
  readonly most: number | null;
}

interface RegressedIssue extends AboutIssue {
  /** Which time it was. */
  readonly regressions: number;
}

const ID = '01890000-0000-7000-8000-000000000000';

/** For all staff, as are the others. */
export const newIssue: EventKind<NewIssue> = {
  id: 'telemetry.newIssue',
  title: 'notify.errors.newTitle',
  about: 'notify.errors.newAbout',
  least: 'staff',
  mail: 'off',
  sample: { issueId: ID, most: null },
  show: (current, _reader, events) =>
    showIssues(current, events, ({ most }, title): Omit<EventWords, 'path'> => {
      if (most === null) return { text: 'notify.errors.new', values: { title } };
      return { text: 'notify.errors.full', values: { most, title } };
    }),
};

export const regressedIssue: EventKind<RegressedIssue> = {
  id: 'telemetry.regressed',
  title: 'notify.errors.title',
  about: 'notify.errors.about',
  least: 'staff',
  mail: 'off',
  sample: { issueId: ID, regressions: 1 },
  show: (current, _reader, events) =>
    showIssues(current, events, (_details, title) => ({ text: 'notify.errors.regressed', values: { title } })),
};

/** An open one that is met much more often than in the week before. */
export const risingIssue: EventKind<AboutIssue> = {
  id: 'telemetry.spike',
  title: 'notify.errors.spikeTitle',
  about: 'notify.errors.spikeAbout',
  least: 'staff',
  mail: 'off',
  sample: { issueId: ID },
  show: (current, _reader, events) =>
    showIssues(current, events, (_details, title) => ({ text: 'notify.errors.spike', values: { title } })),
};

async function showIssues<Details extends AboutIssue>(
  { db }: Current,
  events: readonly NotificationEvent<Details>[],
  describe: (details: Details, title: string) => Omit<EventWords, 'path'>,
): Promise<Map<string, EventWords>> {
  const ids = events.map(({ details }) => details.issueId);
  const rows = await db.query<{ issue_id: string; message: string }>(sql`
    select issue_id::text, stack.message from telemetry_issues issues
    cross join lateral (select message from telemetry_issue_stacks stacks
      where stacks.issue_id = coalesce(issues.merged_into, issues.issue_id)
      order by occurrences desc, stack_hash limit 1) stack
    where issue_id = any(${ids}::uuid[])`);
  const messages = new Map(rows.map((row) => [row.issue_id, row.message]));
  return describeEvents(events, (details) => {
    const title = messages.get(details.issueId);
    if (title === undefined) return undefined;
    return { ...describe(details, title), path: `/admin/telemetry/errors/${details.issueId}` };
  });
}
