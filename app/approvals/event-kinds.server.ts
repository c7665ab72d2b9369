import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { ApprovalState } from './approval.ts';

interface ApprovalDetails {
  readonly approvalId: string;
}

/** For whoever asked. */
export const decidedApproval: EventKind<ApprovalDetails> = {
  id: 'approvals.decided',
  title: 'notify.approvals.title',
  about: 'notify.approvals.about',
  least: 'admin',
  mail: 'now',
  sample: { approvalId: '01890000-0000-7000-8000-000000000000' },
  show: async ({ db }, { userId }, events) => {
    const ids = events.map(({ details }) => details.approvalId);
    const rows = await db.query<
      Pick<Row<'approvals'>, 'approval_id'> & Columns<'approvals', { state: Exclude<ApprovalState, 'expired'> }>
    >(sql`
      select approval_id, state from approvals
      where approval_id = any(${ids}::uuid[]) and asked_by = ${userId} and state in ('confirmed', 'declined')`);
    const states = new Map(rows.map((row) => [row.approval_id, row.state]));
    return describeEvents(events, ({ approvalId }) => {
      const state = states.get(approvalId);
      if (state === undefined) return undefined;
      const text = state === 'confirmed' ? 'notify.approvals.confirmed' : 'notify.approvals.declined';
      return { text, values: {}, path: '/admin/approvals?state=decided' };
    });
  },
};
