import { problem } from '#lib/problem.ts';

export const notAsked = problem(409, 'deletions.notAsked', 'Your account isn’t going anywhere.');
export const notUnderstood = problem(400, 'deletions.notUnderstood', 'Tick the box first, please.');
