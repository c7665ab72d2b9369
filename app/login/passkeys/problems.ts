import { problem } from '#lib/problem.ts';

/** The same for an unknown passkey and for a wrong signature. */
export const passkeyRefused = problem(
  403,
  'login.passkeyRefused',
  'That passkey did not work here. Try another one, or sign in by mail.',
);
export const ceremonyOver = problem(403, 'login.ceremonyOver', 'That took too long, or was used already. Try again.');
export const noPasskeysHere = problem(
  409,
  'login.noPasskeysHere',
  'Passkeys need an address with a name, such as localhost instead of 127.0.0.1.',
);
