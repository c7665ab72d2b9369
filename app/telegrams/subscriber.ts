import type { Locale } from '#app/current/locale.ts';

import type { Subscription } from './newsletter.ts';

export type SubscriptionState = 'pending' | 'confirmed' | 'left';

export interface NewsletterPreferences {
  readonly subscriptions: Readonly<Partial<Record<Subscription, SubscriptionState>>>;
  /** Undefined while nothing is known of the reader. */
  readonly subscriber: Subscriber | undefined;
  readonly suppressed: 'blocked' | 'bounce' | 'complaint' | undefined;
}

interface Subscriber {
  /** Undefined for an account. */
  readonly email: string | undefined;
  readonly userId: string | undefined;
  readonly locale: Locale;
  readonly minDays: number;
  readonly pausedUntil: Date | undefined;
  /** Kept for readers who want issues less often. */
  readonly lastIssueAt: Date | undefined;
  readonly createdAt: Date;
}
