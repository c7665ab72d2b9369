import * as z from 'zod/mini';

import { redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { isSelectableLocale } from '#app/current/locale.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { MOVE } from './join-confirmation.ts';
import type { MoveDetails } from './join-confirmation.ts';
import { moveMail } from './move.mail.tsx';
import { PACES, PAUSES, isNewsletterEmail } from './newsletter.ts';
import type { Subscription } from './newsletter.ts';
import { accountAddress, invalidEmail, invalidPreference, noPreferences } from './problems.ts';
import type { NewsletterPreferences } from './subscriber.ts';
import {
  confirmSubscriptions,
  findPreferences,
  getSubscription,
  mailLink,
  toMailbox,
  recordConsents,
  requireReader,
  toSubscriberId,
} from './subscribers.server.ts';

/** @param token of an issue's link; without one those of who is signed in @throws Problem 401, 404 */
export async function getPreferences(current: Current, token: string | undefined): Promise<NewsletterPreferences> {
  return findPreferences(current, requireReader(current, token));
}

/** Leaves one newsletter, or all. Leaving twice is leaving. @throws Problem 401, 404 */
export async function leaveNewsletters(current: Current, token: string | undefined, id?: string): Promise<void> {
  const subscriberId = requireReader(current, token);
  const only = id === undefined ? sql.empty : sql`and subscription_id = ${getSubscription(id)}`;
  await inTransaction(current, async (current) => {
    const left = await current.db.query<SubscriptionRow>(sql`update newsletter_subscriptions
      set state = 'left', left_at = ${current.now()}
      where subscriber_id = ${subscriberId} and state <> 'left' ${only} returning subscription_id`);
    await recordConsents(
      current,
      subscriberId,
      'leave',
      left.map((row) => row.subscription_id),
    );
  });
}

type SubscriptionRow = Columns<'newsletter_subscriptions', { subscription_id: Subscription }>;

/** Again what the reader had confirmed before. @throws Problem 401, 404 */
export async function rejoinNewsletter(current: Current, token: string | undefined, id: string): Promise<void> {
  const subscriberId = requireReader(current, token);
  const subscription = getSubscription(id);
  await inTransaction(current, async (current) => {
    const known = await current.db.query(sql`select from newsletter_subscriptions
      where subscriber_id = ${subscriberId} and confirmed_at is not null limit 1`);
    if (known.length === 0) throw new Problem(noPreferences);
    await confirmSubscriptions(current, subscriberId, [subscription]);
    await recordConsents(current, subscriberId, 'confirm', [subscription]);
  });
}

const Change = z.partial(
  z.object({
    minDays: z.enum(PACES.map(String) as [string, ...string[]]),
    pauseMonths: z.enum(['0', ...PAUSES.map(String)]),
    locale: z.string(),
  }),
);
type PreferenceChange = z.input<typeof Change>;

/** How often, from when and in which language. @throws Problem 400, 401, 404 */
export async function changePreferences(
  current: Current,
  token: string | undefined,
  change: PreferenceChange,
): Promise<void> {
  const subscriberId = requireReader(current, token);
  const { data } = Change.safeParse(change);
  if (data === undefined || (data.locale !== undefined && !isSelectableLocale(data.locale))) {
    throw new Problem(invalidPreference);
  }
  const { minDays = null, pauseMonths, locale = null } = data;
  const changed = await current.db.query(sql`update subscribers set
      min_days = coalesce(${minDays}::smallint, min_days), locale = coalesce(${locale}, locale),
      paused_until = case when ${pauseMonths === undefined} then paused_until
        else ${pauseMonths === undefined || pauseMonths === '0' ? null : monthsFrom(current.now(), Number(pauseMonths))}::timestamptz end
    where subscriber_id = ${subscriberId} returning 1`);
  if (changed.length === 0) throw new Problem(noPreferences);
}

/** Nobody's newsletter reaches this address again, whoever types it, until its reader takes that back. @throws Problem 401, 404 */
export async function blockNewsletters(current: Current, token: string | undefined): Promise<void> {
  const subscriberId = requireReader(current, token);
  await inTransaction(current, async (current) => {
    await leaveNewsletters(current, token);
    await current.db.query(sql`insert into newsletter_suppressions (subscriber_id, reason, at)
      values (${subscriberId}, 'blocked', ${current.now()})
      on conflict (subscriber_id) do update set reason = excluded.reason, at = excluded.at`);
  });
}

/** @throws Problem 401, 404 */
export async function unblockNewsletters(current: Current, token: string | undefined): Promise<void> {
  const subscriberId = requireReader(current, token);
  await current.db.query(sql`delete from newsletter_suppressions where subscriber_id = ${subscriberId}`);
}

/** Everything that is known of the reader, but a wish not to be written to. @throws Problem 401, 404 */
export async function eraseReader(current: Current, token: string | undefined): Promise<void> {
  const subscriberId = requireReader(current, token);
  await current.db.query(sql`delete from telegram_deliveries
    where subscriber_id = ${subscriberId} and state not in ('queued', 'sending')`);
  await current.db.query(sql`delete from subscribers where subscriber_id = ${subscriberId}`);
}

/** For people, in their own words and with their rights. @throws Problem 401, 404 */
export async function exportReader(current: Current, token: string | undefined): Promise<object> {
  const subscriberId = requireReader(current, token);
  const preferences = await findPreferences(current, subscriberId);
  const consents = await current.db.query<Omit<Row<'newsletter_consents'>, 'subscriber_id' | 'consent_id'>>(sql`
    select subscription_id, kind, at, locale, privacy_version, network from newsletter_consents
    where subscriber_id = ${subscriberId} order by consent_id limit 1000`);
  return {
    ...preferences,
    consents: consents.map((consent) => ({
      subscription: consent.subscription_id,
      kind: consent.kind,
      at: consent.at,
      locale: consent.locale,
      privacy: consent.privacy_version,
      network: consent.network,
    })),
  };
}

const PER_READER = { name: 'newsletter move', points: 3, seconds: 3600, credit: 0 };

/** Mails a link to the new address; until it is used, everything stays. @throws Problem 400, 401, 404, 409 for an account, 429, 503 */
export async function changeAddress(current: Current, token: string | undefined, email: string): Promise<void> {
  const from = requireReader(current, token);
  const { subscriber } = await findPreferences(current, from);
  if (subscriber === undefined) throw new Problem(noPreferences);
  if (subscriber.email === undefined) throw new Problem(accountAddress);
  if (!isNewsletterEmail(email)) throw problemAt('email', invalidEmail);
  await requireWithinLimit(current, from, PER_READER);
  await requireWithinLimit(current, toMailbox(email), PER_READER);
  const details = { email, locale: subscriber.locale, from };
  await inTransaction(current, (current) => mailLink(current, MOVE, moveMail, details));
}

/** What the new address already gets stays. Once. @returns undefined when the link was used or has expired */
export async function confirmMove(current: Current, token: string): Promise<MoveDetails | undefined> {
  return inTransaction(current, async (current) => {
    const confirmation = await redeemByToken(current, token, MOVE);
    if (confirmation === undefined) return undefined;
    const details = confirmation.details as MoveDetails;
    const to = toSubscriberId(details);
    if (to === details.from) return details;
    const moved = await current.db.query<SubscriptionRow>(sql`
      with reader as (
        insert into subscribers (subscriber_id, email, locale, zone, min_days, paused_until, created_at)
        select ${to}, ${details.email}, locale, zone, min_days, paused_until, ${current.now()}::timestamptz
        from subscribers where subscriber_id = ${details.from}
        on conflict (subscriber_id) do update set email = excluded.email
        returning subscriber_id)
      select n.subscription_id from newsletter_subscriptions n, reader
      where n.subscriber_id = ${details.from} and n.state = 'confirmed'`);
    const subscriptions = moved.map((row) => row.subscription_id);
    await confirmSubscriptions(current, to, subscriptions);
    await recordConsents(current, to, 'confirm', subscriptions);
    await current.db.query(sql`delete from newsletter_suppressions where subscriber_id = ${to}`);
    await current.db.query(sql`delete from subscribers where subscriber_id = ${details.from}`);
    return details;
  });
}

function monthsFrom(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
}
