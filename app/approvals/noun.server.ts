import type { Current } from '#app/current/current.server.ts';

import { countApprovals } from './approvals.server.ts';
import { approvalAudit } from './audit-kinds.server.ts';
import { approvalErasure } from './erasure.server.ts';
import { decidedApproval } from './event-kinds.server.ts';

export const approvals = {
  name: 'approvals',
  events: [decidedApproval],
  audit: [approvalAudit],
  adminPlaces: [
    { to: '/admin/approvals', name: 'admin.approvals.name', about: 'admin.approvals.about', least: 'admin' },
  ],
  pendingCounts: [
    {
      door: 'console',
      to: '/admin/approvals',
      name: 'admin.waiting.approvals',
      count: (current: Current, max: number) => countApprovals(current, max),
    },
  ],
  userIds: { approvals: ['asked_by', 'decided_by'] },
  withheld: { 'approvals.asked_by': 'staff', 'approvals.decided_by': 'staff' },
  ...approvalErasure,
} as const;
