import { problem } from '#lib/problem.ts';

export const mergeOver = problem(
  409,
  'merges.over',
  'That took too long, or was done already. Sign in to one of the two accounts and begin again.',
);
export const mergeBusy = problem(
  409,
  'merges.busy',
  'One of the two accounts is being merged already. Try again in a few minutes.',
);
export const notUnderstood = problem(400, 'merges.notUnderstood', 'Tick the box first, please.');
