import { problem } from '#lib/problem.ts';

export const banOver = problem(400, 'accounts.banOver', 'A ban ends later than now.');
export const notBanned = problem(409, 'accounts.notBanned', 'That account isn’t banned.');
export const lastSuper = problem(
  409,
  'accounts.lastSuper',
  'That’s the last super user. Make somebody else one first.',
);
export const noSession = problem(404, 'accounts.noSession', 'That session is already over.');
export const nobodyProved = problem(
  404,
  'accounts.nobodyProved',
  'No account has confirmed that address. Sign in with it on the site first, then run this again.',
);
