import { problem } from '#lib/problem.ts';

export const noSubscription = problem(404, 'telegrams.noSubscription', 'We have no newsletter by that name.');
export const invalidEmail = problem(
  400,
  'telegrams.invalidEmail',
  'That doesn’t look like an email address. It needs an @ with a name after it.',
);
export const noList = problem(400, 'newsletters.noList', 'Pick at least one newsletter.');
export const noPreferences = problem(
  404,
  'newsletters.noPreferences',
  'That link doesn’t belong to any of our newsletters.',
);
export const noReader = problem(
  404,
  'newsletters.noReader',
  'No newsletter has a reader with that address or Lookup Code.',
);
export const invalidPreference = problem(400, 'newsletters.invalidPreference', 'That’s not one of the choices.');
export const accountAddress = problem(
  409,
  'newsletters.accountAddress',
  'These emails go to your account. Change its address there.',
);
