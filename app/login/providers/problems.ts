import { problem } from '#lib/problem.ts';

export const noProvider = problem(404, 'login.noProvider', "We don't have what you're looking for.");

/** Never a 5xx: the fault is not ours. */
export const flowOver = problem(
  410,
  'login.flowOver',
  'This sign-in is over, or it was started in another browser. Start again.',
);
export const providerCancelled = problem(
  400,
  'login.providerCancelled',
  'You stopped there, so nothing happened here.',
);
export const providerRefused = problem(424, 'login.providerRefused', 'They would not tell us who you are.');
export const providerDown = problem(424, 'login.providerDown', 'They do not answer right now. Try again in a moment?');
export const badAnswer = problem(
  424,
  'login.badAnswer',
  'Their answer was not right, so we do not believe it. Try again?',
);
