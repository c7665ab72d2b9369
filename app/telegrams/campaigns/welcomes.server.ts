import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Subscription } from '../newsletter.ts';

/**
 * Adds a reader to the welcomes of what they have just confirmed, in the same transaction; each once, because the ledger has one
 * row for a reader and a welcome, whatever they leave and join again.
 */
export async function welcomeReader(
  current: Current,
  subscriberId: string,
  subscriptions: readonly Subscription[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  await current.db.query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, due_at)
    select campaign_id, ${subscriberId}, ${current.now()}::timestamptz + wait_minutes * interval '1 minute'
    from telegram_campaigns
    where kind = 'welcome' and state in ('running', 'paused') and subscription_id = any(${subscriptions}::text[])
    on conflict do nothing`);
}
