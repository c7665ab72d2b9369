import type { Current } from '#app/current/current.server.ts';
import { readSigned, sign } from '#lib/signed.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Subscription } from './newsletter.ts';
import { leaveNewsletters } from './preferences.server.ts';
import { noPreferences } from './problems.ts';
import { getSubscription, preferencesToken } from './subscribers.server.ts';

const PURPOSE = 'telegrams leave';

/** For `List-Unsubscribe`: a mail program's POST to it leaves (RFC 8058), a GET shows a page with a button. */
export function leaveLink(
  current: Pick<Current, 'secret' | 'config'>,
  subscriberId: string,
  subscription: Subscription,
): string {
  const token = sign(`${subscriberId} ${subscription}`, PURPOSE, current.secret);
  return `${current.config.publicUrl}/telegrams/leave/${token}`;
}

/** Whoever has the link: it was in a mail. Leaving twice is leaving. @throws Problem 404 */
export async function leaveByLink(current: Current, token: string): Promise<LeaveLink> {
  const link = readLeaveLink(current, token);
  await leaveNewsletters(current, preferencesToken(current, link.subscriberId), link.subscription);
  return link;
}

/** @throws Problem 404 */
export function readLeaveLink({ secret }: Pick<Current, 'secret'>, token: string): LeaveLink {
  const [subscriberId, id] = readSigned(token, PURPOSE, secret)?.split(' ') ?? [];
  if (subscriberId === undefined || id === undefined) throw new Problem(noPreferences);
  return { subscriberId, subscription: getSubscription(id) };
}

interface LeaveLink {
  readonly subscriberId: string;
  readonly subscription: Subscription;
}
