import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { lastWayIn, noAccount } from './problems.ts';

/**
 * Removes a way into an account, unless it was the last: a verified address, an identity elsewhere or a passkey is
 * left. Removals of one account wait for each other, so that no two of them take the last two. Permission is the
 * caller's matter.
 * @param remove does the removal, in the transaction that is undone when nothing is left
 * @throws Problem 404 when there is no such account, 409 when no way in would be left
 */
export function keepAWayIn<Result>(
  current: Current,
  userId: string,
  remove: (current: Current) => Promise<Result>,
): Promise<Result> {
  return inTransaction(current, async (current) => {
    await lockAccount(current, userId);
    const result = await remove(current);
    const [row] = await current.db.query<{ is_left: boolean }>(IS_LEFT, [userId]);
    if (!row?.is_left) throw new Problem(lastWayIn);
    return result;
  });
}

/** Makes whatever else changes the ways into an account wait for this transaction. @throws Problem 404 without one */
export async function lockAccount(current: Current, userId: string): Promise<void> {
  const [account] = await current.db.query(LOCK, [userId]);
  if (account === undefined) throw new Problem(noAccount);
}

const LOCK = { name: 'account_lock', text: 'select from accounts where user_id = $1 for no key update' };
const IS_LEFT = {
  name: 'account_ways_in',
  text: `select exists (select from account_emails where user_id = $1 and verified_at is not null)
    or exists (select from account_identities where user_id = $1)
    or exists (select from passkeys where user_id = $1) as is_left`,
};
