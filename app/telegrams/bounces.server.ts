import type { Current } from '#app/current/current.server.ts';
import type { MailTrouble } from '#app/mail/arriving/bounces.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { isSubscription } from './newsletter.ts';
import { recordConsents } from './subscribers.server.ts';

/**
 * No newsletter reaches the reader of an address that has none, or who called one unwanted, until they join anew. Readers by
 * account are left out when their turn comes, because their address is known only then. A reader's id begins with the hash.
 */
export async function suppressReader(current: Current, addressHash: string, trouble: MailTrouble): Promise<void> {
  const [reader] = await current.db.query<Pick<Row<'subscribers'>, 'subscriber_id'>>(sql`
    with reader as (
      select subscriber_id from subscribers where subscriber_id >= ${addressHash} and subscriber_id < ${`${addressHash}g`}
    )
    insert into newsletter_suppressions (subscriber_id, reason, at)
    select subscriber_id, ${trouble}, ${current.now()}::timestamptz from reader
    on conflict (subscriber_id) do update set reason = excluded.reason, at = excluded.at
    where newsletter_suppressions.reason = 'bounce' and excluded.reason = 'complaint'
    returning subscriber_id`);
  if (reader === undefined) return;
  const { subscriber_id: subscriberId } = reader;
  const subscriptions = await current.db.query<Pick<Row<'newsletter_subscriptions'>, 'subscription_id'>>(sql`
    select subscription_id from newsletter_subscriptions where subscriber_id = ${subscriberId} and state = 'confirmed'`);
  const ids = subscriptions.map(({ subscription_id: id }) => id).filter(isSubscription);
  if (ids.length > 0) await recordConsents(current, subscriberId, trouble, ids);
}
