import { problem } from '#lib/problem.ts';

export const noPasskey = problem(404, 'accounts.noPasskey', 'That passkey isn’t in your account anymore.');
export const knownPasskey = problem(409, 'accounts.knownPasskey', 'That passkey belongs to an account already.');
export const tooManyPasskeys = problem(
  409,
  'accounts.tooManyPasskeys',
  'Twenty passkeys are the most. Remove one first.',
);
export const invalidPasskeyName = problem(400, 'accounts.invalidPasskeyName', 'A name needs 1 to 60 characters.');
