import { problem } from '#lib/problem.ts';

export const noAppKey = problem(404, 'apps.noAppKey', 'There is no such app key any more.');
export const invalidNewAppKey = problem(400, 'apps.invalidNewAppKey', 'That is not how an app key is made.');
export const appKeyOver = problem(409, 'apps.appKeyOver', 'That app key has expired or been replaced already.');
export const noApp = problem(404, 'apps.noApp', 'There is no such app.');
export const appTaken = problem(409, 'apps.appTaken', 'There is an app with that id already.');
export const tooManyApps = problem(409, 'apps.tooManyApps', 'Five hundred apps are the most. Delete one first.');
export const appArchived = problem(409, 'apps.appArchived', 'That app is archived. Restore it first.');
export const appNotArchived = problem(409, 'apps.appNotArchived', 'That app isn’t archived. Archive it first.');
export const notAnOrigin = problem(
  400,
  'apps.notAnOrigin',
  'That isn’t the origin of a page: https://, its host, and a port if it has one, and nothing else.',
);
export const tooManyOrigins = problem(409, 'apps.tooManyOrigins', 'Sixteen origins are the most. Remove one first.');
export const originNotAllowed = problem(
  403,
  'apps.originNotAllowed',
  'Pages of this origin aren’t allowed to use that key.',
);
export const brokenKey = problem(404, 'apps.brokenKey', 'That isn’t one of our app keys. Is all of it there?');
export const endedLongAgo = problem(
  404,
  'apps.endedLongAgo',
  'That looks like one of our app keys, but of one that is long gone: it doesn’t work.',
);
