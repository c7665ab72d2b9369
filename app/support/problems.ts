import { problem } from '#lib/problem.ts';

export const noAnswer = problem(404, 'support.noAnswer', "We don't have what you're looking for.");
export const answerNeeded = problem(
  409,
  'support.answerNeeded',
  'Other answers belong to this one: translations, or the ones that replace it somewhere. Delete those first.',
);
