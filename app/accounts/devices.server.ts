import type { Current } from '#app/current/current.server.ts';

/**
 * Notes that somebody has signed in with a browser.
 * @param hash what tells it from others
 * @returns whether it is new to an account that has known others
 */
export async function noteDevice(current: Current, userId: string, hash: Buffer): Promise<boolean> {
  const [noted] = await current.db.query<{ is_new: boolean; has_others: boolean }>(NOTE, [userId, hash, current.now()]);
  return noted?.is_new === true && noted.has_others;
}

const NOTE = {
  name: 'device_note',
  text: `insert into account_devices as known (user_id, device_hash, seen_at) values ($1, $2, $3)
    on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at
    returning known.xmax = 0 as is_new,
      exists (select from account_devices where user_id = $1 and device_hash <> $2) as has_others`,
};
