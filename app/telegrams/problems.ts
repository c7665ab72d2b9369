import { problem } from '#lib/problem.ts';

export const noSubscription = problem(404, 'telegrams.noSubscription', 'We have no newsletter by that name.');
