/** The values of `intent` in the forms of an account's page. */
export const INTENTS = ['note', 'ban', 'lift', 'role', 'sessions'] as const;
export type AccountActionIntent = (typeof INTENTS)[number];

export function isIntent(value: unknown): value is AccountActionIntent {
  return INTENTS.some((intent) => intent === value);
}

/** Days that a ban can last; 0 until it is lifted. */
export const BAN_DAYS = [1, 3, 7, 30, 90, 365, 0] as const;

/** Stands for all sessions; no session has this id. */
export const ALL_SESSIONS = '@all';
