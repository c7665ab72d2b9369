import { problem } from '#lib/problem.ts';

export const noEntry = problem(404, 'audit.noEntry', 'The audit has no such entry.');
