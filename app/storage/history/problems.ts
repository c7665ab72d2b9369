import { problem } from '#lib/problem.ts';

export const noVersion = problem(404, 'storage.noVersion', 'That version is not kept.');
export const notYet = problem(400, 'storage.notYet', 'That moment has not come yet.');
