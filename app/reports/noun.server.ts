import type { Current } from '#app/current/current.server.ts';

import { reportAudit } from './audit-kinds.server.ts';
import { reportErasure } from './erasure.server.ts';
import { decidedReport, removedThing } from './event-kinds.server.ts';
import { reportRows } from './personal-rows.server.ts';
import { countReported } from './queue.server.ts';
import type { ReportKind } from './report-kind.server.ts';
import { sweepReports } from './reports.server.ts';

/** @param kinds what can be reported, once all nouns have said it */
export const reports = (kinds: () => readonly ReportKind[]) =>
  ({
    name: 'reports',
    jobs: (current: () => Current) => [
      { name: 'reports:sweepReports', cron: '33 3 * * *', run: () => sweepReports(current()) },
    ],
    events: [decidedReport, removedThing],
    audit: [reportAudit],
    adminPlaces: [{ to: '/admin/reports', name: 'reports.queue.name', about: 'reports.queue.about', least: 'staff' }],
    pendingCounts: [
      {
        door: 'players',
        to: '/admin/reports',
        name: 'admin.waiting.reports',
        count: (current: Current, max: number) => countReported(current, kinds(), max),
      },
    ],
    userIds: {
      reported_things: ['author_id'],
      reports: ['reporter_id'],
      report_decisions: ['author_id', 'decided_by'],
    },
    ...reportRows,
    ...reportErasure,
  }) as const;
