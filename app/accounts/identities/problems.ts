import { problem } from '#lib/problem.ts';

export const identityTaken = problem(
  409,
  'accounts.identityTaken',
  'That is connected to another account here. Disconnect it there first.',
);
export const platformTaken = problem(
  409,
  'accounts.platformTaken',
  'Your account is connected to somebody else there. Disconnect that first.',
);
export const noIdentity = problem(404, 'accounts.noIdentity', 'That one isn’t connected anymore.');
