import { selectChoices } from '#app/choices/choices.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { MailRecipient } from '#app/mail/mail-kind.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { sendNoticeLater } from '../notices.server.ts';
import { UNKNOWN_BROWSER, noteSecurityEvent } from '../security-log/security-log.server.ts';
import { language } from '../settings/settings.server.ts';
import { emailKey, mailboxKey } from './email.ts';
import type { AccountEmail } from './email.ts';

/** The account that has verified an address. The caller has proof of the address. */
export async function findUserByEmail(current: Current, address: string): Promise<string | undefined> {
  return (await findOwner(current, address))?.user_id;
}

export async function findVerifiedSpelling(current: Current, address: string): Promise<string | undefined> {
  return (await findOwner(current, address))?.address;
}

async function findOwner(
  current: Current,
  address: string,
): Promise<Pick<Row<'account_emails'>, 'user_id' | 'address'> | undefined> {
  const [row] = await current.db.query<Pick<Row<'account_emails'>, 'user_id' | 'address'>>(sql`
    select user_id, address from account_emails
    where address_key = ${emailKey(address) ?? ''} and verified_at is not null`);
  return row;
}

export async function findPrimaryEmail(current: Current, userId: string): Promise<string | undefined> {
  const [row] = await current.db.query<Pick<Row<'account_emails'>, 'address'>>(sql`
    select address from account_emails where user_id = ${userId} and is_primary`);
  return row?.address;
}

export async function findMailRecipient(current: Current, userId: string): Promise<MailRecipient | undefined> {
  return (await findMailRecipients(current, [userId])).get(userId);
}

/** By user id; who has no address is missing. */
export async function findMailRecipients(
  { db }: Current,
  userIds: readonly string[],
): Promise<Map<string, MailRecipient>> {
  const rows = await db.query<Pick<Row<'account_emails'>, 'address' | 'user_id'> & Pick<Row<'accounts'>, 'locale'>>(sql`
    select user_id, e.address, coalesce(nullif(chosen.locale, ''), a.locale) as locale
    from accounts a join account_emails e using (user_id)
    cross join lateral (${selectChoices([language], sql`a.user_id`)}) chosen(locale)
    where a.user_id = any(${[...userIds]}::text[]) and e.user_id = any(${[...userIds]}::text[]) and e.is_primary`);
  return new Map(rows.map((row) => [row.user_id, { to: row.address, locale: localeOrDefault(row.locale) }]));
}

/** The primary one first. Permission is up to the caller. */
export async function listEmails(current: Current, userId: string): Promise<AccountEmail[]> {
  const rows = await current.db.query<Omit<Row<'account_emails'>, 'user_id' | 'confirmation_id'>>(sql`
    select address, address_key, verified_at, is_primary, added_at from account_emails where user_id = ${userId}
    order by is_primary desc, added_at, address_key`);
  return rows.map((row) => ({
    address: row.address,
    key: row.address_key,
    isVerified: row.verified_at !== null,
    isPrimary: row.is_primary,
    addedAt: row.added_at,
  }));
}

/**
 * The first address becomes the primary one. Other accounts lose their unverified claims of it, and are notified.
 * @param since when it was first verified, for a restored address
 * @returns the accounts that lost a claim, or 'taken' when another account has verified it
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
    const [added] = await current.db.query(sql`
      insert into account_emails (user_id, address_key, address, verified_at, is_primary, added_at)
      select ${userId}, ${key}, ${address}, ${since}::timestamptz,
        not exists (select from account_emails where user_id = ${userId} and is_primary), ${since}::timestamptz
      where not exists (
        select from account_emails where address_key = ${key} and verified_at is not null and user_id <> ${userId})
      on conflict (user_id, address_key) do update
        set verified_at = coalesce(account_emails.verified_at, excluded.verified_at), confirmation_id = null,
          is_primary = account_emails.is_primary or excluded.is_primary
      returning user_id`);
    if (added === undefined) return 'taken';
    const claims = await current.db.query<Pick<Row<'account_emails'>, 'user_id'>>(sql`delete from account_emails
      where address_key = ${key} and user_id <> ${userId} and verified_at is null returning user_id`);
    for (const { user_id } of claims) await notifyOfRemovedClaim(current, user_id, address);
    return claims.map((row) => row.user_id);
  });
}

/** The caller's transaction has locked the account. @returns the former primary address */
export async function setPrimary(current: Current, userId: string, key: string): Promise<VerifiedEmailRow | undefined> {
  const [old] = await current.db.query<VerifiedEmailRow>(sql`update account_emails set is_primary = false
    where user_id = ${userId} and is_primary returning address, verified_at, true as is_primary`);
  await current.db.query(sql`update account_emails set is_primary = true
    where user_id = ${userId} and address_key = ${key} and verified_at is not null`);
  return old;
}

/** The caller's transaction has locked the account, and checks that a sign-in method is left. */
export async function dropVerifiedEmail(
  current: Current,
  userId: string,
  key: string,
): Promise<VerifiedEmailRow | undefined> {
  const [dropped] = await current.db.query<VerifiedEmailRow>(sql`delete from account_emails
    where user_id = ${userId} and address_key = ${key} and verified_at is not null
    returning address, verified_at, is_primary`);
  await current.db.query(sql`update account_emails set is_primary = true
    where user_id = ${userId} and address_key = (
        select address_key from account_emails where user_id = ${userId} and verified_at is not null
        order by verified_at, address_key limit 1)
      and not exists (select from account_emails where user_id = ${userId} and is_primary)`);
  return dropped;
}

/** Those that were verified before this one, the youngest first. */
export function listOlderEmails(
  current: Current,
  userId: string,
  { address, verified_at }: Pick<VerifiedEmailRow, 'address' | 'verified_at'>,
): Promise<Pick<VerifiedEmailRow, 'address' | 'verified_at'>[]> {
  return current.db.query(sql`select address, verified_at from account_emails
    where user_id = ${userId} and address_key <> ${emailKey(address) ?? ''} and verified_at < ${verified_at}
    order by verified_at desc`);
}

export interface SignInAccount {
  readonly userId: string;
  /** What limits count for this account: its lookup code and the mailboxes of its addresses. */
  readonly subjects: readonly string[];
}

/** One statement, whether or not there is an account. @param identifier of the account, or an address it may have verified */
export async function findSignInAccount(
  current: Current,
  identifier: { readonly userId: string } | { readonly email: string },
): Promise<SignInAccount | undefined> {
  const [userId, key] = 'userId' in identifier ? [identifier.userId, null] : [null, emailKey(identifier.email) ?? null];
  const rows = await current.db.query<Pick<Row<'account_emails'>, 'user_id' | 'address'>>(sql`
    select user_id, address from account_emails where verified_at is not null and user_id = coalesce(
      (select kept_user_id from merged_accounts where user_id = ${userId}), ${userId},
      (select user_id from account_emails where address_key = ${key} and verified_at is not null))`);
  const [first] = rows;
  if (first === undefined) return undefined;
  const mailboxes = rows.map(({ address }) => mailboxKey(address) ?? '');
  return { userId: first.user_id, subjects: [`@${first.user_id}`, ...new Set(mailboxes)] };
}

export type VerifiedEmailRow = Pick<Row<'account_emails'>, 'address' | 'is_primary'> &
  Columns<'account_emails', { verified_at: Date }>;

/** Until the end of the transaction. To be called before any lock of an account. */
export async function lockEmail(current: Current, address: string): Promise<void> {
  const name = `email ${emailKey(address)}`;
  await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

async function notifyOfRemovedClaim(current: Current, userId: string, address: string): Promise<void> {
  const anonymous = { ...current, browser: UNKNOWN_BROWSER };
  await noteSecurityEvent(anonymous, userId, 'claimRemoved', { address });
  await sendNoticeLater(anonymous, userId, 'claimRemoved', { address });
}
