import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { forgetDevices } from './devices.server.ts';
import { lastWayIn, noAccount } from './problems.ts';
import { noteSecurityEvent } from './security-log/security-log.server.ts';

/**
 * Removes a sign-in method of an account, unless it was the last: a verified address, an identity at a provider that the
 * site offers, or a passkey is left. Removals of one account run one after the other, so that no two of them take the
 * last two. Permission is up to the caller.
 * @param remove does the removal, in a transaction that is rolled back when no method is left
 * @throws Problem 404 when there is no such account, 409 when no method would be left
 */
export function requireRemainingSignInMethod<Result>(
  current: Current,
  userId: string,
  remove: (current: Current) => Promise<Result>,
): Promise<Result> {
  return inTransaction(current, async (current) => {
    await lockAccount(current, userId);
    const result = await remove(current);
    const platforms = current.config.providers.map(({ platform }) => platform);
    const [row] = await current.db.query<{ is_left: boolean }>(sql`
      select exists (select from account_emails where user_id = ${userId} and verified_at is not null)
        or exists (select from account_identities where user_id = ${userId} and platform = any(${platforms}::text[]))
        or exists (select from passkeys where user_id = ${userId}) as is_left`);
    if (!row?.is_left) throw new Problem(lastWayIn);
    return result;
  });
}

/** Locks an account until the end of the transaction: changes of its sign-in methods wait. @throws Problem 404 */
export async function lockAccount(current: Current, userId: string): Promise<void> {
  const [account] = await current.db.query(sql`select from accounts where user_id = ${userId} for no key update`);
  if (account === undefined) throw new Problem(noAccount);
}

/** Whether an account can prove its owner without a provider: by a mail or by a passkey. */
export async function hasOwnSignInMethod(current: Current, userId: string): Promise<boolean> {
  const rows = await current.db.query(sql`
    select where exists (select from account_emails where user_id = ${userId} and verified_at is not null)
      or exists (select from passkeys where user_id = ${userId})`);
  return rows.length > 0;
}

/** Removed sign-in methods, by the names that the account's owner sees. */
export interface RemovedSignInMethods {
  /** Verified addresses. */
  readonly addresses: readonly string[];
  readonly passkeys: readonly string[];
  /** Platforms. */
  readonly connections: readonly string[];
}

/**
 * Removes the sign-in methods that an account has got at `since` or later, and every unverified address, and notes each
 * in its log; browsers that it has used since are new to it again. The transaction of the caller has locked the account
 * and makes sure that a method is left.
 * @param butEmail the key of an address that stays
 */
export async function removeSignInMethodsSince(
  current: Current,
  userId: string,
  since: Date,
  butEmail: string,
): Promise<RemovedSignInMethods> {
  const addresses = await dropEmails(current, userId, since, butEmail);
  const passkeys = await dropPasskeys(current, userId, since);
  const connections = await dropIdentities(current, userId, since);
  await forgetDevices(current, userId, since);
  for (const address of addresses) await noteSecurityEvent(current, userId, 'emailRemoved', { address });
  for (const name of passkeys) await noteSecurityEvent(current, userId, 'passkeyRemoved', { name });
  for (const name of connections) await noteSecurityEvent(current, userId, 'connectionRemoved', { name });
  return { addresses, passkeys, connections };
}

async function dropEmails({ db }: Current, userId: string, since: Date, butEmail: string): Promise<string[]> {
  const rows = await db.query<Pick<Row<'account_emails'>, 'address' | 'verified_at'>>(sql`delete from account_emails
    where user_id = ${userId} and address_key <> ${butEmail} and (verified_at is null or verified_at >= ${since})
    returning address, verified_at`);
  return rows.filter(({ verified_at }) => verified_at !== null).map(({ address }) => address);
}

async function dropPasskeys({ db }: Current, userId: string, since: Date): Promise<string[]> {
  const rows = await db.query<Pick<Row<'passkeys'>, 'name'>>(sql`delete from passkeys
    where user_id = ${userId} and created_at >= ${since} returning name`);
  return rows.map(({ name }) => name);
}

async function dropIdentities({ db }: Current, userId: string, since: Date): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`delete from account_identities
    where user_id = ${userId} and linked_at >= ${since}
    returning upper(left(platform, 1)) || substr(platform, 2) as name`);
  return rows.map(({ name }) => name);
}
