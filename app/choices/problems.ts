import { problem } from '#lib/problem.ts';

export const noZone = problem(400, 'choices.noZone', 'That’s not a time zone.');
