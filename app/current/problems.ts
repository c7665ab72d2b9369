import { problem } from '#lib/problem.ts';

export const badCredentials = problem(401, 'current.badCredentials', 'Bad credentials!');
export const notAllowed = problem(403, 'current.notAllowed', "You aren't allowed in here.");
export const invalidMasquerade = problem(400, 'current.invalidMasquerade', 'Invalid masquerade');
export const unknownPage = problem(404, 'current.unknownPage', "We don't have what you're looking for.");
export const proofRequired = problem(
  403,
  'current.proofRequired',
  'This changes who gets in, so show us it’s you first.',
);
export const keyMayNot = problem(403, 'current.keyMayNot', 'This key is not allowed to do that.');
export const unclearForm = problem(
  400,
  'current.unclearForm',
  'Something’s missing. Check the fields that are marked.',
);
export const sentAlready = problem(
  409,
  'current.sentAlready',
  'This was sent before, and what came of it is unknown. Look for it before you send it again.',
);
