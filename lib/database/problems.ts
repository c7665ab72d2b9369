import { problem } from '#lib/problem.ts';

export const databaseUnavailable = problem(503, 'database.unavailable', 'Something went wrong. Please try again!');
export const databaseBusy = problem(
  503,
  'database.busy',
  'Somebody else is changing that right now. Try again in a moment?',
);
export const databaseFull = problem(
  507,
  'database.full',
  'There’s no room left to store that right now. Try again later.',
);
