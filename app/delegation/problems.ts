import { problem } from '#lib/problem.ts';

/** The same sentence for unknown, expired and revoked keys, so that nobody learns which it is. */
export const invalidKey = problem(
  401,
  'delegation.invalidKey',
  'This key is not valid. It may have expired or been revoked.',
);
export const malformedKey = problem(403, 'delegation.malformedKey', 'Malformed or missing key.');
export const missingKey = problem(
  403,
  'delegation.missingKey',
  'This needs a key with the permission {permission}, in the header {header}.',
);

export const noKey = problem(404, 'delegation.noKey', 'That key is already gone.');
export const invalidNewKey = problem(400, 'delegation.invalidNewKey', 'That is not how a key is made.');
export const tooManyKeys = problem(409, 'delegation.tooManyKeys', 'Twenty keys are the most. Revoke one first.');
