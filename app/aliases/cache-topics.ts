/** Published when a user's name changes. */
export const ALIASES_TOPIC = 'aliases';
