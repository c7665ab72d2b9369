/** What staff can do on the page of an account: the value of `intent` in its forms. */
export const INTENTS = ['note', 'ban', 'lift', 'role', 'sessions'] as const;
export type AccountActionIntent = (typeof INTENTS)[number];

export function isIntent(value: unknown): value is AccountActionIntent {
  return INTENTS.some((intent) => intent === value);
}

/** Days that a ban can last; 0 until it is lifted. */
export const BAN_DAYS = [1, 3, 7, 30, 90, 365, 0] as const;

/** In the place of one session: all of them. No session is called so. */
export const ALL_SESSIONS = '@all';
