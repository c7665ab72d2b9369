import { redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { forgetBounces } from '#app/mail/inbound/bounces.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { problemAt } from '#lib/problem.ts';

import { welcomeReader } from './campaigns/deliveries.server.ts';
import { JOIN } from './join-confirmation.ts';
import type { JoinDetails } from './join-confirmation.ts';
import { joinMail } from './join.mail.tsx';
import { UNCONFIRMED_DAYS, isNewsletterEmail } from './newsletter.ts';
import { invalidEmail, noList } from './problems.ts';
import {
  addSubscriber,
  confirmSubscriptions,
  getSubscription,
  mailLink,
  toMailbox,
  recordConsents,
  toSubscriberId,
} from './subscribers.server.ts';

interface JoinRequest {
  readonly subscriptions: readonly string[];
  /** Of a visitor; a user is known by their account. */
  readonly email: string;
  /** IANA, or empty. */
  readonly zone?: string;
  /** A path of ours, where the press on the mailed link leads. */
  readonly returnTo?: string | undefined;
}

/** Mails to one mailbox in an hour and in a day, from one address and one network in an hour, and from all of the site. */
const PER_MAILBOX = { name: 'newsletter mailbox', points: 4, seconds: 3600, credit: 0 };
const PER_MAILBOX_DAY = { name: 'newsletter mailbox day', points: 10, seconds: 86_400, credit: 0 };
const PER_PLACE = { name: 'newsletter place', points: 20, seconds: 3600, credit: 0 };
const PER_NETWORK = { name: 'newsletter network', points: 200, seconds: 3600, credit: 0 };
const GLOBAL_LIMIT = { name: 'newsletter all', points: 3000, seconds: 3600 };

/**
 * A user joins at once, because the address of an account is verified; a visitor gets a mail to confirm it. Neither the
 * answer nor its time tells whether an address is known. @throws Problem 404 for an unknown newsletter, 400 without one or
 * without a possible address, 429, 503
 */
export async function joinNewsletters(current: Current, { email, zone = '', ...request }: JoinRequest): Promise<void> {
  const subscriptions = [...new Set(request.subscriptions.map(getSubscription))];
  if (subscriptions.length === 0) throw problemAt('subscribe', noList);
  const { userId } = current.actor;
  const knownZone = isZone(zone) ? zone : null;
  if (userId !== undefined) {
    await inTransaction(current, async (current) => {
      const subscriberId = await addSubscriber(current, { userId }, knownZone);
      const confirmed = await confirmSubscriptions(current, subscriberId, subscriptions);
      await welcomeReader(current, subscriberId, confirmed);
      await recordConsents(current, subscriberId, 'confirm', subscriptions);
    });
    return;
  }
  if (!isNewsletterEmail(email)) throw problemAt('email', invalidEmail);
  await chargeMail(current, email);
  await inTransaction(current, async (current) => {
    const subscriberId = await addSubscriber(current, { email }, knownZone);
    await current.db
      .query(sql`insert into newsletter_subscriptions as s (subscriber_id, subscription_id, state, asked_at)
      select ${subscriberId}, subscription_id, 'pending', ${current.now()}::timestamptz
      from unnest(${subscriptions}::text[]) as asked (subscription_id)
      on conflict (subscriber_id, subscription_id) do update set asked_at = excluded.asked_at, left_at = null,
        state = case when s.state = 'confirmed' then s.state else excluded.state end`);
    await recordConsents(current, subscriberId, 'ask', subscriptions);
    await mailLink(current, JOIN, joinMail, {
      email,
      locale: current.locale,
      subscriptions,
      returnTo: request.returnTo,
    });
  });
}

/** Mails the link to one's preferences to whoever gets a newsletter, and says the same to everybody. @throws Problem 400, 429, 503 */
export async function mailPreferences(current: Current, email: string): Promise<void> {
  if (!isNewsletterEmail(email)) throw problemAt('email', invalidEmail);
  await chargeMail(current, email);
  const details = { email, locale: current.locale, subscriptions: [] };
  await inTransaction(current, (current) => mailLink(current, JOIN, joinMail, details));
}

/** In place of a link that has expired, to the same address. @throws Problem 429, 503 */
export async function renewJoining(current: Current, details: JoinDetails): Promise<void> {
  await chargeMail(current, details.email);
  await inTransaction(current, (current) => mailLink(current, JOIN, joinMail, details));
}

/** Once. @returns undefined when the link was used or has expired */
export async function confirmJoining(current: Current, token: string): Promise<JoinDetails | undefined> {
  return inTransaction(current, async (current) => {
    const confirmation = await redeemByToken(current, token, JOIN);
    if (confirmation === undefined) return undefined;
    const details = confirmation.details as JoinDetails;
    const { email, subscriptions } = details;
    const subscriberId = toSubscriberId({ email });
    await addSubscriber({ ...current, locale: details.locale }, { email }, null);
    await current.db.query(sql`delete from newsletter_suppressions where subscriber_id = ${subscriberId}`);
    await forgetBounces(current, email);
    const confirmed = await confirmSubscriptions(current, subscriberId, subscriptions);
    await welcomeReader(current, subscriberId, confirmed);
    await recordConsents(current, subscriberId, 'confirm', subscriptions);
    return details;
  });
}

/** Forgets addresses that were not confirmed in time, and readers of whom nothing is left. */
export async function sweepSubscribers(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - UNCONFIRMED_DAYS * 86_400_000);
  const swept = await current.db.query(sql`delete from newsletter_subscriptions
    where state = 'pending' and asked_at < ${before} returning subscription_id`);
  const forgotten = await current.db.query(sql`delete from subscribers s where created_at < ${before} and not exists (
    select from newsletter_subscriptions n where n.subscriber_id = s.subscriber_id) returning 1`);
  current.log.info({ swept: swept.length, forgotten: forgotten.length }, 'swept newsletter sign-ups');
}

async function chargeMail(current: Current, email: string): Promise<void> {
  const mailbox = toMailbox(email);
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  await requireWithinLimit(current, networkKey(current.address ?? ''), PER_NETWORK);
  await requireWithinLimit(current, mailbox, PER_MAILBOX);
  await requireWithinLimit(current, mailbox, PER_MAILBOX_DAY);
  await requireWithinLimit(current, 'everyone', GLOBAL_LIMIT);
}

function isZone(zone: string): boolean {
  try {
    return zone !== '' && zone.length <= 64 && Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
