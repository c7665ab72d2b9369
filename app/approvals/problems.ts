import { problem } from '#lib/problem.ts';

import { MAX_PENDING } from './approval.ts';

export const notPending = problem(
  409,
  'approvals.notPending',
  'That isn’t waiting for anybody any more: it was decided, withdrawn, or took too long.',
);
export const ownApproval = problem(
  403,
  'approvals.ownApproval',
  'You asked for this yourself, so somebody else has to confirm it.',
);
export const stateChanged = problem(
  409,
  'approvals.stateChanged',
  'What this is about has changed since it was asked for. Decline it, and have it asked for again.',
);
export const askerLeft = problem(
  409,
  'approvals.askerLeft',
  'Whoever asked for this has lost the right to. Decline it.',
);
export const tooManyPending = problem(
  409,
  'approvals.tooManyPending',
  `You have ${MAX_PENDING} requests waiting already. Withdraw some of them first.`,
);
export const nobodyToConfirm = problem(
  409,
  'approvals.nobodyToConfirm',
  'Then fewer than two super users would be left, and nobody could confirm anything. Make somebody else one first.',
);
