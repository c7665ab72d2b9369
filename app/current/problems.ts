import { problem } from '#lib/problem.ts';

export const badCredentials = problem(401, 'current.badCredentials', 'Bad credentials!');
export const notAllowed = problem(403, 'current.notAllowed', "You aren't allowed in here.");
export const invalidMasquerade = problem(400, 'current.invalidMasquerade', 'Invalid masquerade');
export const unknownPage = problem(404, 'current.unknownPage', "We don't have what you're looking for.");
export const proofRequired = problem(403, 'current.proofRequired', 'Show us that it is you: sign in once more.');
export const keyMayNot = problem(403, 'current.keyMayNot', 'This key is not allowed to do that.');
export const unclearForm = problem(
  400,
  'current.unclearForm',
  'Something is missing. Look at the fields that are marked.',
);
