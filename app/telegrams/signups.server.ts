import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { UNCONFIRMED_DAYS, isNewsletterEmail, isSubscription } from './newsletter.ts';
import type { Subscription } from './newsletter.ts';
import { invalidEmail, noSubscription } from './problems.ts';

export function getSubscription(id: string): Subscription {
  if (!isSubscription(id)) throw new Problem(noSubscription);
  return id;
}

/**
 * Signs up a user by their account, a visitor by an address. The result does not reveal whether the address was known,
 * and a confirmed one stays confirmed. @throws Problem 404 for an unknown newsletter, 400 without a possible address
 */
export async function signUp(current: Current, subscriptionId: string, email: string): Promise<void> {
  const subscription = getSubscription(subscriptionId);
  const { userId } = current.actor;
  if (userId === undefined && !isNewsletterEmail(email)) {
    throw new Problem(invalidEmail, { fields: { email: invalidEmail.message } });
  }
  await current.db.query(sql`insert into newsletter_signups (subscription_id, email, user_id, locale, asked_at)
    values (${subscription}, ${userId === undefined ? email : null}, ${userId ?? null}, ${current.locale},
      ${current.now()})
    on conflict (subscription_id, lower(email), user_id)
    do update set asked_at = excluded.asked_at, locale = excluded.locale`);
}

/** Deletes addresses that were not confirmed in time. Sign-ups of users need no confirmation. */
export async function sweepSignups(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - UNCONFIRMED_DAYS * 86_400_000);
  const swept = await current.db.query(sql`delete from newsletter_signups
    where confirmed_at is null and user_id is null and asked_at < ${before}
    returning subscription_id`);
  current.log.info({ swept: swept.length }, 'swept newsletter sign-ups');
}
