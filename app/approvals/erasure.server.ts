import type { PersonalData } from '#app/current/personal-data.server.ts';

export const approvalErasure = {
  fates: {
    'approvals.asked_by': 'unnamed',
    'approvals.decided_by': 'unnamed',
    'approvals.target': 'mentions',
    'approvals.payload': 'mentions',
    'approvals.shown': 'mentions',
  },
} as const satisfies PersonalData;
