import { problem } from '#lib/problem.ts';

export const noSubscription = problem(404, 'telegrams.noSubscription', 'We have no newsletter by that name.');
export const invalidEmail = problem(
  400,
  'telegrams.invalidEmail',
  'That does not look like an email address. It needs an @ with a name after it.',
);
