import { problem } from '#lib/problem.ts';

export const noAnswer = problem(404, 'support.noAnswer', "We don't have what you're looking for.");
