import { problem } from '#lib/problem.ts';

export const noAppKey = problem(404, 'apps.noAppKey', 'There is no such app key any more.');
export const invalidNewAppKey = problem(400, 'apps.invalidNewAppKey', 'That is not how an app key is made.');
export const appKeyOver = problem(409, 'apps.appKeyOver', 'That app key has expired or been replaced already.');
