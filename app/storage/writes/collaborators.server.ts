import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { invalidMetadata } from '../problems.ts';

/** @param known who need no account: those an item has already @throws Problem 400 that names the others without one */
export async function requireAccounts(
  { actor, db }: Current,
  collaborators: readonly string[],
  known: readonly string[] = [],
): Promise<void> {
  const added = collaborators.filter((userId) => userId !== '' && userId !== actor.userId && !known.includes(userId));
  const unknown = added.length === 0 ? [] : await findMissingAccounts(db, added);
  if (unknown.length === 0) return;
  const message = `there is no user of the id ${unknown.join(', ')}`;
  throw new Problem(invalidMetadata, { fields: { collaborators: message } });
}
