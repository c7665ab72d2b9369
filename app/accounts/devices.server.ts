import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { emailKey } from './emails/email.ts';

/** Records a sign-in with a browser. @returns whether the browser is new to an account that has used others */
export async function recordDevice(current: Current, userId: string, hash: Buffer): Promise<boolean> {
  const [added] = await current.db.query(sql`
    insert into account_devices (user_id, device_hash, seen_at) values (${userId}, ${hash}, ${current.now()})
    on conflict do nothing returning user_id`);
  if (added !== undefined) return hasOtherDevice(current, userId, hash);
  await current.db.query(sql`update account_devices set seen_at = ${current.now()}
    where user_id = ${userId} and device_hash = ${hash}`);
  return false;
}

async function hasOtherDevice({ db }: Current, userId: string, hash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`select from account_devices
    where user_id = ${userId} and device_hash <> ${hash} limit 1`);
  return rows.length > 0;
}

/** Takes the same time whether or not the account exists. @param account its id, or an address it may have verified */
export async function isKnownDevice(
  current: Current,
  account: { readonly userId: string } | { readonly email: string },
  hash: Buffer,
): Promise<boolean> {
  const [userId, key] = 'userId' in account ? [account.userId, null] : [null, emailKey(account.email) ?? null];
  const rows = await current.db.query(sql`select from account_devices
    where device_hash = ${hash} and user_id = coalesce(${userId}, (
      select user_id from account_emails where address_key = ${key} and verified_at is not null))`);
  return rows.length > 0;
}

export async function forgetDevices(current: Current, userId: string, since: Date): Promise<void> {
  await current.db.query(sql`delete from account_devices where user_id = ${userId} and seen_at >= ${since}`);
}
