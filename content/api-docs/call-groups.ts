/** Calls are documented in English, and so is what they are about. */
interface CallGroup {
  readonly title: string;
  readonly about: string;
  readonly nouns: readonly string[];
  /** Nothing that a tool is made of. */
  readonly isApart?: boolean;
}

/** The pages of the Community Edition, by the last part of their addresses. */
export const CALL_GROUPS = {
  levelhead: {
    title: 'Levelhead',
    about: 'Levels, players, playlists, the Tower and the Marketing Department.',
    nouns: ['levelhead'],
  },
  storage: {
    title: 'Crates and items',
    about: 'Where games and tools keep things: bodies, tags, stats, records, sets, versions and changes.',
    nouns: ['storage'],
  },
  players: {
    title: 'Players and keys',
    about: 'What players are called, who somebody is, what the key you ask with may do, and how a game gets one.',
    nouns: ['aliases', 'accounts', 'delegation', 'devices'],
  },
  studio: {
    title: 'The studio',
    about: 'What our games got told by players, what they tell players, and the version of this site.',
    nouns: ['feedbag', 'announcements', 'site'],
  },
  dummies: {
    title: 'Dummies',
    about: 'Predictable answers, for testing an HTTP client.',
    nouns: ['dummy'],
    isApart: true,
  },
  mails: {
    title: 'Mails',
    about: 'What the links of our mails and a mail server ask; no tool has to.',
    nouns: ['mails'],
    isApart: true,
  },
} as const satisfies Record<string, CallGroup>;

export type GroupName = keyof typeof CALL_GROUPS;
export const GROUP_NAMES = Object.keys(CALL_GROUPS).filter(isGroup);

export function isGroup(name: string): name is GroupName {
  return Object.hasOwn(CALL_GROUPS, name);
}
