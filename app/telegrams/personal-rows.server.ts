import * as z from 'zod/mini';

import { MaybeText, MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { Person, PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { toSubscriberId } from './subscribers.server.ts';

const newsletter: PersonalRows = {
  name: 'newsletter',
  title: 'exports.part.newsletter',
  of: ['subscribers.user_id', 'subscribers.email', 'subscribers.subscriber_id'],
  schema: z.object({
    subscriberId: z.string(),
    email: MaybeText,
    locale: z.string(),
    zone: MaybeText,
    minDays: z.number(),
    pausedUntil: MaybeTime,
    createdAt: Time,
    lastIssueAt: MaybeTime,
  }),
  find: findBy<{ subscriberId: string }>(
    (person, after) => sql`
      select subscriber_id as "subscriberId", email, locale, zone, min_days as "minDays", paused_until as "pausedUntil", created_at as "createdAt", last_issue_at as "lastIssueAt"
      from subscribers where subscriber_id = any(${listSubscriberIds(person)}::text[]) and subscriber_id > ${after?.subscriberId ?? ''} order by subscriber_id`,
  ),
};

const newsletterSubscriptions: PersonalRows = {
  name: 'newsletter-subscriptions',
  title: 'exports.part.newsletterSubscriptions',
  of: ['newsletter_subscriptions.subscriber_id'],
  schema: z.object({
    subscriberId: z.string(),
    subscriptionId: z.string(),
    state: z.string(),
    askedAt: Time,
    confirmedAt: MaybeTime,
    leftAt: MaybeTime,
  }),
  find: findBy<{ subscriberId: string; subscriptionId: string }>(
    (person, after) => sql`
      select subscriber_id as "subscriberId", subscription_id as "subscriptionId", state, asked_at as "askedAt", confirmed_at as "confirmedAt", left_at as "leftAt"
      from newsletter_subscriptions where subscriber_id = any(${listSubscriberIds(person)}::text[]) and (subscriber_id, subscription_id) > (${after?.subscriberId ?? ''}, ${after?.subscriptionId ?? ''}) order by subscriber_id, subscription_id`,
  ),
};

const newsletterConsents: PersonalRows = {
  name: 'newsletter-consents',
  title: 'exports.part.newsletterConsents',
  of: ['newsletter_consents.subscriber_id'],
  schema: z.object({
    subscriberId: z.string(),
    consentId: z.string(),
    subscriptionId: z.string(),
    kind: z.string(),
    at: Time,
    locale: z.string(),
    privacyVersion: z.string(),
    network: MaybeText,
  }),
  find: findBy<{ subscriberId: string; consentId: string }>(
    (person, after) => sql`
      select subscriber_id as "subscriberId", consent_id as "consentId", subscription_id as "subscriptionId", kind, at, locale, privacy_version as "privacyVersion", network
      from newsletter_consents where subscriber_id = any(${listSubscriberIds(person)}::text[]) and (subscriber_id, consent_id) > (${after?.subscriberId ?? ''}, ${after?.consentId ?? NO_UUID}::uuid) order by subscriber_id, consent_id`,
  ),
};

const newsletterSuppressions: PersonalRows = {
  name: 'newsletter-suppressions',
  title: 'exports.part.newsletterSuppressions',
  of: ['newsletter_suppressions.subscriber_id'],
  schema: z.object({ subscriberId: z.string(), reason: z.string(), at: Time }),
  find: findBy<{ subscriberId: string }>(
    (person, after) => sql`
      select subscriber_id as "subscriberId", reason, at
      from newsletter_suppressions where subscriber_id = any(${listSubscriberIds(person)}::text[]) and subscriber_id > ${after?.subscriberId ?? ''} order by subscriber_id`,
  ),
};

const newsletterMails: PersonalRows = {
  name: 'newsletter-mails',
  title: 'exports.part.newsletterMails',
  of: ['telegram_deliveries.subscriber_id'],
  schema: z.object({
    subscriberId: z.string(),
    campaignId: z.string(),
    state: z.string(),
    doneAt: MaybeTime,
    reason: MaybeText,
  }),
  find: findBy<{ subscriberId: string; campaignId: string }>(
    (person, after) => sql`
      select subscriber_id as "subscriberId", campaign_id as "campaignId", state, done_at as "doneAt", reason
      from telegram_deliveries where subscriber_id = any(${listSubscriberIds(person)}::text[]) and (subscriber_id, campaign_id) > (${after?.subscriberId ?? ''}, ${after?.campaignId ?? NO_UUID}::uuid) order by subscriber_id, campaign_id`,
  ),
};

function listSubscriberIds({ userId, emails }: Person): string[] {
  return [...(userId === null ? [] : [{ userId }]), ...emails.map((email) => ({ email }))].map(toSubscriberId);
}

export const newsletterRows = {
  addresses: {
    newsletter_consents: ['subscriber_id'],
    newsletter_subscriptions: ['subscriber_id'],
    newsletter_suppressions: ['subscriber_id'],
    subscribers: ['subscriber_id', 'email'],
    telegram_deliveries: ['subscriber_id', 'address_hash'],
  },
  personalRows: [newsletter, newsletterSubscriptions, newsletterConsents, newsletterSuppressions, newsletterMails],
  withheld: {
    'telegram_campaigns.created_by': 'staff',
    'telegram_campaigns.released_by': 'staff',
    'telegram_deliveries.address_hash': 'derived',
    'telegram_templates.created_by': 'staff',
  },
} satisfies PersonalData;
