import { createHash } from 'node:crypto';

import { emailKey } from '#app/accounts/emails/email.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { versionOf } from '#app/policies/policy.ts';
import type { Row } from '#database/rows.ts';
import { networkKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { isSubscription } from './newsletter.ts';
import type { Subscription } from './newsletter.ts';
import { noPreferences, noSubscription } from './problems.ts';
import type { NewsletterPreferences, SubscriptionState } from './subscriber.ts';

/** A reader by an address of their own, or by their account, whose address is looked up for each issue. */
export type NewsletterReader = { readonly email: string } | { readonly userId: string };

/** The same for each spelling of an address. It tells the address to nobody who does not guess it. */
export function subscriberIdOf(reader: NewsletterReader): string {
  const key =
    'userId' in reader ? `user ${reader.userId}` : `email ${emailKey(reader.email) ?? reader.email.toLowerCase()}`;
  return createHash('sha256').update(key).digest('hex');
}

/** For the links of an issue: whoever has it may change what the reader gets, and nothing else. */
export function preferencesToken({ secret }: Pick<Current, 'secret'>, subscriberId: string): string {
  return sign(subscriberId, PURPOSE, secret);
}

export function preferencesLink(current: Pick<Current, 'secret' | 'config'>, subscriberId: string): string {
  return `${current.config.mainUrl}/telegrams?manage=${preferencesToken(current, subscriberId)}`;
}

/** @param token of an issue's link; without one the reader is who is signed in @throws Problem 401, 404 */
export function requireReader(current: Current, token: string | undefined): string {
  if (token === undefined) return subscriberIdOf({ userId: requireUser(current) });
  const subscriberId = readSigned(token, PURPOSE, current.secret);
  if (subscriberId === undefined) throw new Problem(noPreferences);
  return subscriberId;
}

/** @throws Problem 404 for what is no newsletter of ours */
export function getSubscription(id: string): Subscription {
  if (!isSubscription(id)) throw new Problem(noSubscription);
  return id;
}

/** Leaves what is known of a reader as it is. */
export async function addSubscriber(current: Current, reader: NewsletterReader, zone: string | null): Promise<string> {
  const subscriberId = subscriberIdOf(reader);
  const [email, userId] = 'userId' in reader ? [null, reader.userId] : [reader.email, null];
  await current.db.query(sql`insert into subscribers (subscriber_id, email, user_id, locale, zone, created_at)
    values (${subscriberId}, ${email}, ${userId}, ${current.locale}, ${zone}, ${current.now()})
    on conflict (subscriber_id) do nothing`);
  return subscriberId;
}

export async function noteIssue(current: Current, subscriberId: string): Promise<void> {
  await current.db.query(
    sql`update subscribers set last_issue_at = ${current.now()} where subscriber_id = ${subscriberId}`,
  );
}

export type ConsentKind = 'ask' | 'confirm' | 'leave' | 'bounce' | 'complaint';

export async function recordConsents(
  current: Current,
  subscriberId: string,
  kind: ConsentKind,
  subscriptions: readonly Subscription[],
): Promise<void> {
  const now = current.now();
  const ids = subscriptions.map(() => uuidv7(now.getTime()));
  const network = current.address === undefined ? null : networkKey(current.address);
  await current.db.query(sql`insert into newsletter_consents
      (subscriber_id, consent_id, subscription_id, kind, at, locale, privacy_version, network)
    select ${subscriberId}, consent_id, subscription_id, ${kind}, ${now}::timestamptz, ${current.locale},
      ${versionOf('privacy')}, ${network}
    from unnest(${ids}::uuid[], ${subscriptions}::text[]) as given (consent_id, subscription_id)`);
}

/** For a reader whose address is proved. @returns those that were not confirmed before */
export async function confirmSubscriptions(
  current: Current,
  subscriberId: string,
  subscriptions: readonly Subscription[],
): Promise<Subscription[]> {
  const now = current.now();
  const rows = await current.db.query<{ subscription_id: Subscription }>(sql`insert into newsletter_subscriptions as s
      (subscriber_id, subscription_id, state, asked_at, confirmed_at)
    select ${subscriberId}, subscription_id, 'confirmed', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${subscriptions}::text[]) as wanted (subscription_id)
    on conflict (subscriber_id, subscription_id) do update set state = excluded.state, left_at = null,
      confirmed_at = excluded.confirmed_at
    where s.state <> 'confirmed' returning subscription_id`);
  return rows.map((row) => row.subscription_id);
}

/** Permission is up to the caller. */
export async function findPreferences(current: Current, subscriberId: string): Promise<NewsletterPreferences> {
  const [row] = await current.db.query<
    Partial<Omit<Row<'subscribers'>, 'zone'>> & { subscriptions: unknown; suppressed: string | null }
  >(sql`
    select s.*, (select reason from newsletter_suppressions where subscriber_id = ${subscriberId}) as suppressed,
      (select jsonb_object_agg(subscription_id, state) from newsletter_subscriptions where subscriber_id = ${subscriberId})
        as subscriptions
    from (select) as one left join (
      select subscriber_id, email, user_id, locale, min_days, paused_until, last_issue_at, created_at from subscribers
      where subscriber_id = ${subscriberId}) as s on true`);
  const states = Object.entries((row?.subscriptions ?? {}) as Record<string, SubscriptionState>);
  return {
    subscriptions: Object.fromEntries(states.filter(([id]) => isSubscription(id))),
    suppressed: (row?.suppressed ?? undefined) as NewsletterPreferences['suppressed'],
    subscriber:
      row?.created_at == null
        ? undefined
        : {
            email: row.email ?? undefined,
            userId: row.user_id ?? undefined,
            locale: localeOrDefault(row.locale),
            minDays: row.min_days ?? 0,
            pausedUntil: row.paused_until ?? undefined,
            lastIssueAt: row.last_issue_at ?? undefined,
            createdAt: row.created_at,
          },
  };
}

const PURPOSE = 'telegrams preferences';
