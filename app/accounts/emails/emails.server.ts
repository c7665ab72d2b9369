import { endConfirmationsOfSubjects } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { sendNoticeLater } from '../notices.server.ts';
import { UNKNOWN_BROWSER, noteSecurityEvent } from '../security-log/security-log.server.ts';
import { emailKey, mailboxKey } from './email.ts';
import type { AccountEmail } from './email.ts';

/** The account that has proved an address, for whoever proves it now. */
export async function findUserByEmail(current: Current, address: string): Promise<string | undefined> {
  const [row] = await current.db.query<{ user_id: string }>(SELECT_OWNER, [emailKey(address) ?? '']);
  return row?.user_id;
}

/** An address as the account that has proved it spells it. */
export async function findVerifiedSpelling(current: Current, address: string): Promise<string | undefined> {
  const [row] = await current.db.query<{ address: string }>(SELECT_OWNER, [emailKey(address) ?? '']);
  return row?.address;
}

/** Where an account reads its mail; none for one that signs in without any. */
export async function findPrimaryEmail(current: Current, userId: string): Promise<string | undefined> {
  const [row] = await current.db.query<{ address: string }>(SELECT_PRIMARY, [userId]);
  return row?.address;
}

/** Every address of an account, the primary one first. Whoever calls has decided that they may be told. */
export async function listEmails(current: Current, userId: string): Promise<AccountEmail[]> {
  const rows = await current.db.query<EmailRow>(LIST, [userId]);
  return rows.map((row) => ({
    address: row.address,
    key: row.address_key,
    isVerified: row.verified_at !== null,
    isPrimary: row.is_primary,
    addedAt: row.added_at,
  }));
}

/**
 * Gives an account an address that has just been proved; the first one is its primary. Whoever else only claimed the
 * address loses the claim, and is told.
 * @param since when it was proved at first, for an address that comes back
 * @returns whose claims are gone, or 'taken' when another account has proved it
 */
export async function addVerifiedEmail(
  current: Current,
  userId: string,
  address: string,
  since: Date = current.now(),
): Promise<string[] | 'taken'> {
  const key = emailKey(address) ?? '';
  return inTransaction(current, async (current) => {
    await lockEmail(current, address);
    const [added] = await current.db.query(ADD_VERIFIED, [userId, key, address, since]);
    if (added === undefined) return 'taken';
    const claims = await current.db.query<{ user_id: string }>(DROP_CLAIMS, [key, userId]);
    for (const { user_id } of claims) await notifyOfRemovedClaim(current, user_id, address);
    return claims.map((row) => row.user_id);
  });
}

/**
 * Makes a proved address the primary one, in the transaction that has locked the account.
 * @returns what was the primary one
 */
export async function setPrimary(current: Current, userId: string, key: string): Promise<VerifiedEmailRow | undefined> {
  const [old] = await current.db.query<VerifiedEmailRow>(UNSET_PRIMARY, [userId]);
  await current.db.query(SET_PRIMARY, [userId, key]);
  return old;
}

/**
 * Takes a proved address out of an account, in the transaction that has locked that and sees to it that a way in is left;
 * where no primary one is left, the oldest of the others is it.
 */
export async function dropVerifiedEmail(
  current: Current,
  userId: string,
  key: string,
): Promise<VerifiedEmailRow | undefined> {
  const [dropped] = await current.db.query<VerifiedEmailRow>(DROP_VERIFIED, [userId, key]);
  await current.db.query(PROMOTE_OLDEST, [userId]);
  return dropped;
}

/** The other addresses of an account that were proved before this one, the youngest of them first. */
export function listOlderEmails(
  current: Current,
  userId: string,
  { address, verified_at }: Pick<VerifiedEmailRow, 'address' | 'verified_at'>,
): Promise<Pick<VerifiedEmailRow, 'address' | 'verified_at'>[]> {
  return current.db.query(SELECT_OLDER, [userId, emailKey(address) ?? '', verified_at]);
}

/**
 * Ends the sign-ins to an account that wait for their mail to be answered: who has read one that went elsewhere than
 * its owner thinks gets nothing for it.
 * @param also addresses that the account had
 */
export async function endOpenSignIns(current: Current, userId: string, also: readonly string[] = []): Promise<void> {
  const emails = await listEmails(current, userId);
  const addresses = [...emails.filter(({ isVerified }) => isVerified).map(({ address }) => address), ...also];
  await endConfirmationsOfSubjects(current, [`@${userId}`, ...addresses.map((address) => mailboxKey(address) ?? '')]);
}

/** What is kept of a proved address, so that it can come back. */
export interface VerifiedEmailRow {
  address: string;
  verified_at: Date;
  is_primary: boolean;
}

/** Whoever else would take or give up this address waits until the transaction is over. Before any lock of an account. */
export async function lockEmail(current: Current, address: string): Promise<void> {
  await current.db.query(LOCK, [`email ${emailKey(address)}`]);
}

async function notifyOfRemovedClaim(current: Current, userId: string, address: string): Promise<void> {
  const untold = { ...current, browser: UNKNOWN_BROWSER };
  await noteSecurityEvent(untold, userId, 'claimRemoved', { address });
  await sendNoticeLater(untold, userId, 'claimRemoved', { address });
}

interface EmailRow {
  address: string;
  address_key: string;
  verified_at: Date | null;
  is_primary: boolean;
  added_at: Date;
}

const SELECT_OWNER = {
  name: 'email_owner',
  text: 'select user_id, address from account_emails where address_key = $1 and verified_at is not null',
};
const SELECT_PRIMARY = {
  name: 'email_primary',
  text: 'select address from account_emails where user_id = $1 and is_primary',
};
const LIST = {
  name: 'emails_of_user',
  text: `select address, address_key, verified_at, is_primary, added_at from account_emails where user_id = $1
    order by is_primary desc, added_at, address_key`,
};
const SELECT_OLDER = {
  name: 'email_elders',
  text: `select address, verified_at from account_emails where user_id = $1 and address_key <> $2 and verified_at < $3
    order by verified_at desc`,
};
const DROP_VERIFIED = {
  name: 'email_drop_proved',
  text: `delete from account_emails where user_id = $1 and address_key = $2 and verified_at is not null
    returning address, verified_at, is_primary`,
};
const PROMOTE_OLDEST = {
  name: 'email_promote_oldest',
  text: `update account_emails set is_primary = true where user_id = $1 and address_key = (
      select address_key from account_emails where user_id = $1 and verified_at is not null
      order by verified_at, address_key limit 1)
    and not exists (select from account_emails where user_id = $1 and is_primary)`,
};
const LOCK = { name: 'email_lock', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' };
const ADD_VERIFIED = {
  name: 'email_add_proved',
  text: `insert into account_emails (user_id, address_key, address, verified_at, is_primary, added_at)
    select $1, $2, $3, $4, not exists (select from account_emails where user_id = $1 and is_primary), $4
    where not exists (select from account_emails where address_key = $2 and verified_at is not null and user_id <> $1)
    on conflict (user_id, address_key) do update
      set verified_at = coalesce(account_emails.verified_at, excluded.verified_at), confirmation_id = null,
        is_primary = account_emails.is_primary or excluded.is_primary
    returning user_id`,
};
const DROP_CLAIMS = {
  name: 'email_drop_claims',
  text: `delete from account_emails where address_key = $1 and user_id <> $2 and verified_at is null
    returning user_id`,
};
const UNSET_PRIMARY = {
  name: 'email_unset_primary',
  text: `update account_emails set is_primary = false where user_id = $1 and is_primary
    returning address, verified_at, true as is_primary`,
};
const SET_PRIMARY = {
  name: 'email_set_primary',
  text: 'update account_emails set is_primary = true where user_id = $1 and address_key = $2 and verified_at is not null',
};
