import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { badCredentials } from '#app/current/problems.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { forgetDevices } from './devices.server.ts';
import { lastWayIn, noAccount } from './problems.ts';
import { noteSecurityEvent } from './security-log/security-log.server.ts';

/**
 * A verified address, an offered identity or a passkey must be left. Removals of one account run one after the other,
 * so that no two take the last two. Permission is up to the caller. @throws Problem 404, 409 when no method would be
 * left
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

/**
 * Until the end of the transaction, so that changes of its sign-in methods wait. What had to wait for an undo, which freezes the
 * account, comes from a session that has ended with it. @throws Problem 401, 404
 */
export async function lockAccount(current: Current, userId: string): Promise<void> {
  if (await lockFrozenAccount(current, userId)) throw new Problem(badCredentials);
}

/** As `lockAccount`, for who may change one that is frozen. @returns whether it is @throws Problem 404 */
export async function lockFrozenAccount(current: Current, userId: string): Promise<boolean> {
  const [account] = await current.db.query<Pick<Row<'accounts'>, 'frozen_at'>>(
    sql`select frozen_at from accounts where user_id = ${userId} for no key update`,
  );
  if (account === undefined) throw new Problem(noAccount);
  return account.frozen_at !== null;
}

/** By mail or by passkey, without a provider. */
export async function hasOwnSignInMethod(current: Current, userId: string): Promise<boolean> {
  const rows = await current.db.query(sql`
    select where exists (select from account_emails where user_id = ${userId} and verified_at is not null)
      or exists (select from passkeys where user_id = ${userId})`);
  return rows.length > 0;
}

export interface RemovedSignInMethods {
  readonly addresses: readonly string[];
  readonly passkeys: readonly string[];
  readonly connections: readonly string[];
}

/** The caller has locked the account, and checks that a method is left. @param butEmail key of an address that stays */
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
