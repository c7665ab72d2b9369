import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { UNCONFIRMED_DAYS, isNewsletterEmail, isSubscription } from './newsletter.ts';
import type { Subscription } from './newsletter.ts';
import { invalidEmail, noSubscription } from './problems.ts';

/** @throws Problem 404 when there is no such newsletter */
export function getSubscription(id: string): Subscription {
  if (!isSubscription(id)) throw new Problem(noSubscription);
  return id;
}

/**
 * Keeps that somebody wants a newsletter: whoever is signed in by their account, anyone else by an address. Nobody
 * learns whether an address was known, and what was confirmed stays so.
 * @throws Problem 404 when there is no such newsletter, 400 when somebody unknown gave no address that can be one
 */
export async function signUp(current: Current, subscriptionId: string, email: string): Promise<void> {
  const subscription = getSubscription(subscriptionId);
  const { userId } = current.actor;
  if (userId === undefined && !isNewsletterEmail(email)) {
    throw new Problem(invalidEmail, { fields: { email: invalidEmail.message } });
  }
  const who = userId === undefined ? [email, null] : [null, userId];
  await current.db.query(SIGN_UP, [subscription, ...who, current.locale, current.now()]);
}

const SIGN_UP = {
  name: 'newsletter_sign_up',
  text: `insert into newsletter_signups (subscription_id, email, user_id, locale, asked_at)
    values ($1, $2, $3, $4, $5)
    on conflict (subscription_id, lower(email), user_id)
    do update set asked_at = excluded.asked_at, locale = excluded.locale`,
};

/** Forgets the addresses that nobody confirmed in time. Those who are signed in have nothing to confirm. */
export async function sweepSignups(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - UNCONFIRMED_DAYS * 86_400_000);
  const swept = await current.db.query(SWEEP, [before]);
  current.log.info({ swept: swept.length }, 'swept newsletter sign-ups');
}

const SWEEP = {
  name: 'newsletter_sweep',
  text: `delete from newsletter_signups
    where confirmed_at is null and user_id is null and asked_at < $1
    returning subscription_id`,
};
