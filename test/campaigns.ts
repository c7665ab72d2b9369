import type { Current } from '#app/current/current.server.ts';
import { startCampaign } from '#app/telegrams/campaigns/campaign-states.server.ts';
import { createCampaign } from '#app/telegrams/campaigns/campaigns.server.ts';
import type { CampaignDraft } from '#app/telegrams/campaigns/campaigns.server.ts';
import { toSubscriberId } from '#app/telegrams/subscribers.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CAST } from './cast.ts';
import type { MailingSite } from './mail/mailing.ts';
import type { TestSite } from './site.ts';

export const DRAFT: CampaignDraft = {
  subscription: 'ballyhoo',
  name: 'Autumn',
  perMinute: 60_000,
  versions: {
    'en-US': { subject: 'Big news', body: 'Hello. [Read on](/post/big-news) <script>alert(1)</script>' },
    'de-DE': { subject: 'Große Neuigkeit', body: 'Hallo.' },
  },
};

type Writer = 'staff' | 'admin' | 'super' | 'player';

export const as = (current: Current, who: Writer): Current => {
  const role = who === 'player' ? 'authenticated' : who;
  return { ...current, actor: { ...current.actor, userId: CAST[who].userId, role, ownRole: role } };
};

export const addressesOf = (count: number, prefix = 'reader') =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}@host${at % 7}.example`);

/** Readers of a newsletter, and what a campaign did for them. */
export function campaignReaders(site: TestSite) {
  return {
    forget: () =>
      site.parts.db.query(sql`truncate subscribers, newsletter_suppressions, telegram_campaigns, telegram_deliveries,
        telegram_progress, telegram_templates, telegram_warm_up cascade`),
    /** By address, all confirmed. */
    addReaders: async (emails: readonly string[], locale = 'en-US'): Promise<void> => {
      const ids = emails.map((email) => toSubscriberId({ email }));
      await site.parts.db.query(sql`insert into subscribers (subscriber_id, email, locale, created_at)
        select id, email, ${locale}, now() from unnest(${ids}::text[], ${emails}::text[]) as given (id, email)`);
      await confirm(ids);
    },
    /** By account. */
    addAccounts: async (userIds: readonly string[]): Promise<void> => {
      const ids = userIds.map((userId) => toSubscriberId({ userId }));
      await site.parts.db.query(sql`insert into subscribers (subscriber_id, user_id, locale, created_at)
        select id, user_id, 'en-US', now() from unnest(${ids}::text[], ${userIds}::text[]) as given (id, user_id)`);
      await confirm(ids);
    },
    start: async ({ current }: MailingSite, draft: CampaignDraft = DRAFT): Promise<string> => {
      const { campaignId } = await createCampaign(as(current, 'staff'), draft);
      await startCampaign(as(current, 'admin'), campaignId);
      return campaignId;
    },
    deliveries: (campaignId: string) =>
      site.parts.db.query<Row<'telegram_deliveries'>>(
        sql`select * from telegram_deliveries where campaign_id = ${campaignId} order by subscriber_id`,
      ),
  };

  async function confirm(ids: readonly string[]): Promise<void> {
    await site.parts.db.query(sql`insert into newsletter_subscriptions
        (subscriber_id, subscription_id, state, asked_at, confirmed_at)
      select id, 'ballyhoo', 'confirmed', now(), now() from unnest(${ids}::text[]) as given (id)`);
  }
}
