import type { PersonalData } from '#app/current/personal-data.server.ts';

import { toSubscriberId } from './subscribers.server.ts';
import { mergedReaders } from './merging.server.ts';

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
