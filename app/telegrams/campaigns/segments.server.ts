import { usersOfRole } from '#app/accounts/accounts.server.ts';
import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { selectFollowers } from '#app/following/follows.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { SUBSCRIPTIONS } from '../newsletter.ts';
import type { Subscription } from '../newsletter.ts';
import type { Segment } from './segment.ts';

/** The readers `n` of a newsletter, and what is known of them in `s`: who confirmed, is in the segment and may be written to. */
export function readersIn(subscriptionId: string, segment: Segment): Sql {
  const { locales = null, joinedFrom = null, joinedBefore = null, account = null, role = null, game = null } = segment;
  return sql`newsletter_subscriptions n join subscribers s on s.subscriber_id = n.subscriber_id
    where n.subscription_id = ${subscriptionId} and n.state = 'confirmed'
      and (${locales}::text[] is null or s.locale = any(${locales}::text[]))
      and (${joinedFrom}::timestamp is null or n.confirmed_at >= ${joinedFrom}::timestamp at time zone 'UTC')
      and (${joinedBefore}::timestamp is null or n.confirmed_at < ${joinedBefore}::timestamp at time zone 'UTC')
      and (${account}::text is null or (s.user_id is not null) = (${account}::text = 'yes'))
      and (${role}::text is null or s.user_id in (${usersOfRole(role)}))
      and (${game}::text is null or s.user_id in (${selectFollowers(`posts.game:${game}`)}))
      and not exists (select from newsletter_suppressions x where x.subscriber_id = n.subscriber_id)`;
}

/** How many would get it now. Needs staff. @throws Problem 401, 403 */
export async function countReaders(current: Current, subscriptionId: string, segment: Segment = {}): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await withHeavyPool(current).db.query<{ readers: number }>(sql`
    select count(*)::int as readers from ${readersIn(subscriptionId, segment)}`);
  return row?.readers ?? 0;
}

/** Whether at least so many would get it now. Permission is up to the caller. */
export async function hasReaders(
  current: Current,
  { subscription, segment }: { readonly subscription: string; readonly segment: Segment },
  least: number,
): Promise<boolean> {
  const [row] = await current.db.query<{ readers: number }>(sql`
    select count(*)::integer as readers from (select from ${readersIn(subscription, segment)} limit ${least}::integer) found`);
  return row?.readers === least;
}

/** Of each newsletter. Needs staff. @throws Problem 401, 403 */
export async function countAllReaders(current: Current): Promise<Readonly<Partial<Record<Subscription, number>>>> {
  const counts = SUBSCRIPTIONS.map(async (id) => [id, await countReaders(current, id)] as const);
  return Object.fromEntries(await Promise.all(counts));
}

type Suppressions = Readonly<Record<'blocked' | 'bounce' | 'complaint', number>>;

/** How many nobody writes to, by reason. Needs staff. @throws Problem 401, 403 */
export async function countSuppressed(current: Current): Promise<Suppressions> {
  requireRole(current, 'staff');
  const rows = await withHeavyPool(current).db.query<Pick<Row<'newsletter_suppressions'>, 'reason'> & { size: number }>(
    sql`select reason, count(*)::int as size from newsletter_suppressions group by reason`,
  );
  return { blocked: 0, bounce: 0, complaint: 0, ...Object.fromEntries(rows.map(({ reason, size }) => [reason, size])) };
}
