import { createHash } from 'node:crypto';

import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { createConfirmation } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import type { SuppressionReason } from '#app/mail/inbound/bounces.server.ts';
import type { MailKind } from '#app/mail/mail-kind.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { versionInForce } from '#app/policies/policy.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { networkKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import type { JoinDetails, MoveDetails } from './join-confirmation.ts';
import { LINK_DAYS, isSubscription } from './newsletter.ts';
import type { Subscription } from './newsletter.ts';
import { noPreferences, noSubscription } from './problems.ts';
import type { NewsletterPreferences, SubscriptionState } from './subscriber.ts';

/** A reader by an address of their own, or by their account, whose address is looked up for each issue. */
type NewsletterReader = { readonly email: string } | { readonly userId: string };

/** The same for each spelling of an address. It tells the address to nobody who does not guess it. */
export function toSubscriberId(reader: NewsletterReader): string {
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
  if (token === undefined) return toSubscriberId({ userId: requireUser(current) });
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
  const subscriberId = toSubscriberId(reader);
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

type ConsentKind = 'ask' | 'confirm' | 'leave' | 'bounce' | 'complaint';

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
      ${versionInForce('privacy')}, ${network}
    from unnest(${ids}::uuid[], ${subscriptions}::text[]) as given (consent_id, subscription_id)`);
}

/** For a reader whose address is proved. @returns those that were not confirmed before */
export async function confirmSubscriptions(
  current: Current,
  subscriberId: string,
  subscriptions: readonly Subscription[],
): Promise<Subscription[]> {
  const now = current.now();
  const rows = await current.db.query<
    Pick<Row<'newsletter_subscriptions'>, 'subscription_id'>
  >(sql`insert into newsletter_subscriptions as s
      (subscriber_id, subscription_id, state, asked_at, confirmed_at)
    select ${subscriberId}, subscription_id, 'confirmed', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${subscriptions}::text[]) as wanted (subscription_id)
    on conflict (subscriber_id, subscription_id) do update set state = excluded.state, left_at = null,
      confirmed_at = excluded.confirmed_at
    where s.state <> 'confirmed' returning subscription_id`);
  return rows.map((row) => row.subscription_id).filter(isSubscription);
}

/**
 * No newsletter reaches the reader of an address that has none, or who called one unwanted, until they join anew. Readers by
 * account are left out when their turn comes, because their address is known only then. A reader's id begins with the hash.
 */
export async function suppressReader(current: Current, addressHash: string, reason: SuppressionReason): Promise<void> {
  const [reader] = await current.db.query<Pick<Row<'subscribers'>, 'subscriber_id'>>(sql`
    with reader as (
      select subscriber_id from subscribers where subscriber_id >= ${addressHash} and subscriber_id < ${`${addressHash}g`}
    )
    insert into newsletter_suppressions (subscriber_id, reason, at)
    select subscriber_id, ${reason}, ${current.now()}::timestamptz from reader
    on conflict (subscriber_id) do update set reason = excluded.reason, at = excluded.at
    where newsletter_suppressions.reason = 'bounce' and excluded.reason = 'complaint'
    returning subscriber_id`);
  if (reader === undefined) return;
  const { subscriber_id: subscriberId } = reader;
  const subscriptions = await current.db.query<Pick<Row<'newsletter_subscriptions'>, 'subscription_id'>>(sql`
    select subscription_id from newsletter_subscriptions where subscriber_id = ${subscriberId} and state = 'confirmed'`);
  const ids = subscriptions.map(({ subscription_id: id }) => id).filter(isSubscription);
  if (ids.length > 0) await recordConsents(current, subscriberId, reason, ids);
}

/** Permission is up to the caller. */
export async function findPreferences(current: Current, subscriberId: string): Promise<NewsletterPreferences> {
  const all = await findPreferencesByReader(current, [subscriberId]);
  return all.get(subscriberId) ?? { subscriptions: {}, suppressed: undefined, subscriber: undefined };
}

/** By reader, in one statement. Permission is up to the caller. */
export async function findPreferencesByReader(
  { db }: Current,
  subscriberIds: readonly string[],
): Promise<Map<string, NewsletterPreferences>> {
  const ids = [...subscriberIds];
  const rows = await db.query<PreferencesRow>(sql`
    select asked.id, r.reason, n.states, s.email, s.user_id, s.locale, s.min_days, s.paused_until, s.last_issue_at, s.created_at
    from unnest(${ids}::text[]) as asked (id)
    left join subscribers s on s.subscriber_id = asked.id and s.subscriber_id = any(${ids}::text[])
    left join newsletter_suppressions r on r.subscriber_id = asked.id and r.subscriber_id = any(${ids}::text[])
    left join (
      select subscriber_id, jsonb_object_agg(subscription_id, state) as states from newsletter_subscriptions
      where subscriber_id = any(${ids}::text[]) group by subscriber_id) n on n.subscriber_id = asked.id`);
  return new Map(rows.map((row) => [row.id, preferencesFrom(row)]));
}

interface PreferencesRow extends Partial<Omit<Row<'subscribers'>, 'zone'>> {
  readonly id: string;
  readonly reason: string | null;
  readonly states: Record<string, SubscriptionState> | null;
}

function preferencesFrom(row: PreferencesRow): NewsletterPreferences {
  return {
    subscriptions: Object.fromEntries(Object.entries(row.states ?? {}).filter(([id]) => isSubscription(id))),
    suppressed: (row.reason ?? undefined) as NewsletterPreferences['suppressed'],
    subscriber:
      row.created_at == null
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

/** The job finds out what the mail says, so that asking takes as long for every address. @throws Problem 503 */
export async function mailLink<Props>(
  current: Current,
  kind: string,
  mail: MailKind<{ readonly confirmationId: string }, Props>,
  details: JoinDetails | MoveDetails,
): Promise<void> {
  const [subject, minutes] = [toMailbox(details.email), LINK_DAYS * 24 * 60];
  const confirmationId = await createConfirmation(current, { kind, subject, hasCode: false, details, minutes });
  await sendMailLater(current, mail, { confirmationId }, { key: confirmationId });
}

/** The same for all addresses of it. */
export function toMailbox(email: string): string {
  return mailboxKey(email) ?? email.toLowerCase();
}

const PURPOSE = 'telegrams preferences';
