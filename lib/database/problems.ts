import { problem } from '#lib/problem.ts';

export const databaseUnavailable = problem(503, 'database.unavailable', 'Something went wrong. Please try again!');
export const databaseBusy = problem(503, 'database.busy', 'Others are changing that right now. Try again in a moment.');
export const databaseFull = problem(507, 'database.full', 'There is no room left to store that.');
