export const SUBSCRIPTIONS = ['ballyhoo'] as const;
export type Subscription = (typeof SUBSCRIPTIONS)[number];

export const DEFAULT_SUBSCRIPTION: Subscription = 'ballyhoo';

/** The longest address (RFC 5321, 4.5.3.1.3, without its brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** Days after which an unconfirmed sign-up is deleted. */
export const UNCONFIRMED_DAYS = 365;

/**
 * Whether an address may be signed up (specification §5): no whitespace and no control character before an @, and after
 * it at least three letters, digits, dots or hyphens, and nothing else.
 */
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
