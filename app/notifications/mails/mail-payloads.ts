import type { MailPace } from '../notification.ts';

export type DigestPace = Exclude<MailPace, 'now'>;

/** Named here for those who queue them; what they say is found with all kinds of events, on the floor of the list of mails. */
export const NOTIFICATION_MAIL = { name: 'notifications.event' } as const;
export const DIGEST_MAIL = { name: 'notifications.digest' } as const;

export interface NotificationPayload {
  readonly userId: string;
  readonly kind: string;
  readonly key: string;
}

export interface DigestPayload {
  readonly userId: string;
  readonly pace: DigestPace;
  /** When it was due, in ISO 8601. */
  readonly dueAt: string;
}
