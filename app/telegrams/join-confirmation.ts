import type { Locale } from '#app/current/locale.ts';

import type { Subscription } from './newsletter.ts';

export const JOIN = 'telegrams.join';
export const MOVE = 'telegrams.move';

/** What a mailed link confirms. Without `subscriptions` the mail leads to the preferences. */
export interface JoinDetails {
  readonly email: string;
  readonly locale: Locale;
  readonly subscriptions: readonly Subscription[];
  /** A path of ours. */
  readonly returnTo?: string | undefined;
}

export interface MoveDetails {
  readonly email: string;
  readonly locale: Locale;
  readonly from: string;
}
