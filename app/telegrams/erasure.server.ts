import { inTransaction } from '#app/current/current.server.ts';
import type { Merger, PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { toSubscriberId } from './subscribers.server.ts';

/** A newsletter goes on as the kept account has it; what it has never been asked about comes from the other. */
const mergedReaders: Merger = {
  name: 'telegrams.readers',
  run: (outer, { goneId, keptId }) =>
    inTransaction(outer, async ({ db }) => {
      const [gone, kept] = [toSubscriberId({ userId: goneId }), toSubscriberId({ userId: keptId })];
      const [reader] = await db.query(sql`select 1 as found from subscribers where subscriber_id = ${gone} for update`);
      if (reader === undefined) return { changed: 0, next: undefined };
      await db.query(sql`insert into subscribers
          (subscriber_id, user_id, locale, zone, min_days, paused_until, last_issue_at, created_at)
        select ${kept}, ${keptId}, locale, zone, min_days, paused_until, last_issue_at, created_at
        from subscribers where subscriber_id = ${gone} on conflict (subscriber_id) do nothing`);
      await db.query(sql`update newsletter_subscriptions g set subscriber_id = ${kept} where g.subscriber_id = ${gone}
        and not exists (select from newsletter_subscriptions k
          where k.subscriber_id = ${kept} and k.subscription_id = g.subscription_id)`);
      await db.query(sql`update newsletter_consents set subscriber_id = ${kept} where subscriber_id = ${gone}`);
      await db.query(sql`delete from subscribers where subscriber_id = ${gone}`);
      return { changed: 1, next: undefined };
    }),
};

export const telegramErasure = {
  fates: {
    'subscribers.user_id': 'gone',
    'subscribers.email': 'row',
    'subscribers.subscriber_id': 'gone',
    'newsletter_subscriptions.subscriber_id': 'row',
    'newsletter_consents.subscriber_id': 'row',
    'newsletter_suppressions.subscriber_id': 'gone',
    'telegram_deliveries.subscriber_id': 'unnamed',
    'telegram_deliveries.address_hash': 'unnamed',
    'telegram_campaigns.created_by': 'unnamed',
    'telegram_campaigns.released_by': 'unnamed',
    'telegram_campaigns.headers': 'nobody',
    'telegram_campaigns.segment': 'mentions',
    'telegram_campaigns.versions': 'mentions',
    'telegram_files.file_key': 'row',
    'telegram_templates.created_by': 'unnamed',
    'telegram_templates.versions': 'mentions',
  },
  toPersonKeys: ({ userId, emails }) => [
    ...(userId === null ? [] : [toSubscriberId({ userId })]),
    ...emails.map((email) => toSubscriberId({ email })),
  ],
  moves: {
    'subscribers.user_id': 'merged',
    'subscribers.subscriber_id': 'merged',
    'subscribers.email': 'ways',
    'newsletter_subscriptions.subscriber_id': 'merged',
    'newsletter_consents.subscriber_id': 'merged',
    'telegram_deliveries.address_hash': 'ways',
  },
  mergers: [mergedReaders],
} as const satisfies PersonalData;
