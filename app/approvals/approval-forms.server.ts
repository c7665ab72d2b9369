import type { FormIntents } from '#app/current/forms/answer-form.server.ts';

import type { ApprovalKind } from './approval-kind.server.ts';
import { DeclineReason } from './approval.ts';
import { confirmApproval, declineApproval, withdrawApproval } from './approvals.server.ts';

export function approvalIntents(kinds: readonly ApprovalKind[]): FormIntents {
  const deeds = kinds.flatMap(({ audit }) => audit);
  return {
    'approvals.confirm': {
      least: 'super',
      audit: ['approval.confirm', ...deeds],
      text: 'admin.approvals.confirmed',
      run: (current, fields) => confirmApproval(current, kinds, fields.text('approvalId')),
    },
    'approvals.decline': {
      least: 'super',
      audit: 'approval.decline',
      text: 'admin.approvals.declined',
      run: (current, fields) => declineApproval(current, fields.text('approvalId'), fields.parse(DeclineReason).answer),
    },
    'approvals.withdraw': {
      least: 'admin',
      audit: 'approval.withdraw',
      text: 'admin.approvals.withdrawn',
      run: (current, fields) => withdrawApproval(current, fields.text('approvalId')),
    },
  };
}
