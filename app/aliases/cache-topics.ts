/** The topic of which there is news when somebody is named. */
export const ALIASES_TOPIC = 'aliases';
