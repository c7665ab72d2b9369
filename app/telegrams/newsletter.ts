import type { TextKey } from '#app/current/locale.ts';

export const SUBSCRIPTIONS = ['ballyhoo', 'rumpus-ce', 'playtests'] as const;
export type Subscription = (typeof SUBSCRIPTIONS)[number];

export const DEFAULT_SUBSCRIPTION: Subscription = 'ballyhoo';

interface NewsletterWords {
  readonly name: TextKey;
  readonly about: TextKey;
}

export const NEWSLETTERS: Readonly<Record<Subscription, NewsletterWords>> = {
  ballyhoo: { name: 'newsletters.list.ballyhoo', about: 'newsletters.list.ballyhooAbout' },
  'rumpus-ce': { name: 'newsletters.list.rumpusCe', about: 'newsletters.list.rumpusCeAbout' },
  playtests: { name: 'newsletters.list.playtests', about: 'newsletters.list.playtestsAbout' },
};

/** The longest address (RFC 5321, 4.5.3.1.3, without its brackets). */
export const MAX_EMAIL_LENGTH = 254;

export const LINK_DAYS = 7;

/** Days after which an address that nobody confirmed is forgotten. */
export const UNCONFIRMED_DAYS = 30;

/** The fewest days between two issues that a reader may choose. */
export const PACES = [0, 7, 30] as const;

/** Months without issues that a reader may choose. */
export const PAUSES = [1, 3, 6] as const;

/** Specification §5: no whitespace or control before an @, after it three or more letters, digits, dots or hyphens. */
export function isNewsletterEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_LENGTH && /^[^\s\p{Cc}]+@[\p{L}\p{N}.-]{3,}$/u.test(email);
}

export function isSubscription(id: string): id is Subscription {
  return SUBSCRIPTIONS.some((one) => one === id);
}

/** The page that completes a sign-up. @param email the visitor's; a user has their account */
export function signUpPath(subscription: string, email?: string): string {
  const query = new URLSearchParams({ subscribe: subscription, ...(email !== undefined && { email }) });
  return `/telegrams?${query}`;
}
