import { problem } from '#lib/problem.ts';

export const noAnswer = problem(404, 'support.noAnswer', "We don't have what you're looking for.");
export const answerChanged = problem(
  412,
  'support.answerChanged',
  'Somebody saved this answer while you were writing. Yours is still here: open the page once more beside this one, and put both together there.',
);
