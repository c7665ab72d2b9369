import type { Current } from '#app/current/current.server.ts';

import { emailKey } from './emails/email.ts';

/**
 * Notes that somebody has signed in with a browser.
 * @param hash what tells it from others
 * @returns whether it is new to an account that has known others
 */
export async function noteDevice(current: Current, userId: string, hash: Buffer): Promise<boolean> {
  const [noted] = await current.db.query<{ is_new: boolean; has_others: boolean }>(NOTE, [userId, hash, current.now()]);
  return noted?.is_new === true && noted.has_others;
}

/**
 * Whether somebody has signed in to an account with this browser before. It costs the same whoever is asked about.
 * @param who the id of the account, or an address that it may have proved
 */
export async function knowsDevice(
  current: Current,
  who: { readonly userId: string } | { readonly email: string },
  hash: Buffer,
): Promise<boolean> {
  const [userId, key] = 'userId' in who ? [who.userId, null] : [null, emailKey(who.email)];
  return (await current.db.query(KNOWS, [hash, userId, key])).length > 0;
}

/** Forgets the browsers in which somebody has signed in at `since` or later. Permission is the caller's matter. */
export async function forgetDevices(current: Current, userId: string, since: Date): Promise<void> {
  await current.db.query(FORGET, [userId, since]);
}

const FORGET = {
  name: 'devices_forget',
  text: 'delete from account_devices where user_id = $1 and seen_at >= $2',
};
const KNOWS = {
  name: 'device_knows',
  text: `select from account_devices where device_hash = $1 and user_id = coalesce($2,
    (select user_id from account_emails where address_key = $3 and verified_at is not null))`,
};
const NOTE = {
  name: 'device_note',
  text: `insert into account_devices as known (user_id, device_hash, seen_at) values ($1, $2, $3)
    on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at
    returning known.xmax = 0 as is_new,
      exists (select from account_devices where user_id = $1 and device_hash <> $2) as has_others`,
};
