import type { Current } from '#app/current/current.server.ts';
import { readUnsubscribeToken, unsubscribeToken } from '#app/mail/unsubscribe-links.server.ts';

/** What a link in a mail turns off without a sign-in: the mails of a kind of events, or a digest. */
interface AlertMails {
  readonly userId: string;
  /** The id of a kind, or `daily` or `weekly`. */
  readonly scope: string;
}

export const ALERT_MAILS = 'alerts';

export function alertToken(current: Pick<Current, 'secret'>, { userId, scope }: AlertMails): string {
  return unsubscribeToken(current, ALERT_MAILS, `${userId} ${scope}`);
}

/** @throws Problem 404 for a token that is none of ours */
export function readAlertToken(current: Pick<Current, 'secret'>, token: string): AlertMails {
  const [userId = '', scope = ''] = readUnsubscribeToken(current, ALERT_MAILS, token).split(' ');
  return { userId, scope };
}

export function unsubscribePath({ scope }: AlertMails, token: string): string {
  return `/alerts/${encodeURIComponent(scope)}?off=${token}`;
}
