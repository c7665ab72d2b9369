import type { Current } from '#app/current/current.server.ts';
import { readUnsubscribeToken, unsubscribeToken } from '#app/mail/unsubscribe-links.server.ts';
import type { UnsubscribeKind } from '#app/mail/unsubscribe-links.server.ts';

import type { Subscription } from './newsletter.ts';
import { leaveNewsletters } from './preferences.server.ts';
import { getSubscription, preferencesToken } from './subscribers.server.ts';

const NAME = 'newsletters';

interface LeaveToken {
  readonly subscriberId: string;
  readonly subscription: Subscription;
}

export function leaveToken(current: Pick<Current, 'secret'>, { subscriberId, subscription }: LeaveToken): string {
  return unsubscribeToken(current, NAME, `${subscriberId} ${subscription}`);
}

/** @throws Problem 404 */
export function readLeaveToken(current: Pick<Current, 'secret'>, token: string): LeaveToken {
  const [subscriberId = '', id = ''] = readUnsubscribeToken(current, NAME, token).split(' ');
  return { subscriberId, subscription: getSubscription(id) };
}

export function leavePath(token: string): string {
  return `/telegrams/leave/${token}`;
}

/** Whoever has the link: it was in a mail. Leaving twice is leaving. @throws Problem 404 */
export async function leaveByLink(current: Current, token: string): Promise<LeaveToken> {
  const link = readLeaveToken(current, token);
  await leaveNewsletters(current, preferencesToken(current, link.subscriberId), link.subscription);
  return link;
}

export const newsletterUnsubscribeLinks: UnsubscribeKind = {
  name: NAME,
  pathToPage(current, token) {
    readLeaveToken(current, token);
    return leavePath(token);
  },
  unsubscribe: leaveByLink,
};
