import type { TextKey } from '#app/current/locale.ts';

export const FACTS = ['game', 'platform', 'version', 'order', 'outlet', 'link'] as const;
export type Fact = (typeof FACTS)[number];

export interface ContactTopic {
  readonly name: TextKey;
  readonly about: TextKey;
  readonly asks: readonly Fact[];
  readonly requires: readonly Fact[];
  /** What the desk does first: 0 low, 1 normal, 2 high, 3 urgent. */
  readonly priority: number;
  /** Hours in which the studio means to answer. */
  readonly dueHours: number;
}

/** The topic decides the fields, and how soon somebody answers. */
export const TOPICS = {
  bug: {
    name: 'contact.topics.bug',
    about: 'contact.topics.bugAbout',
    asks: ['game', 'platform', 'version'],
    requires: ['game', 'platform'],
    priority: 1,
    dueHours: 72,
  },
  account: {
    name: 'contact.topics.account',
    about: 'contact.topics.accountAbout',
    asks: ['game', 'platform'],
    requires: [],
    priority: 2,
    dueHours: 24,
  },
  purchase: {
    name: 'contact.topics.purchase',
    about: 'contact.topics.purchaseAbout',
    asks: ['game', 'platform', 'order'],
    requires: ['game', 'platform'],
    priority: 2,
    dueHours: 48,
  },
  player: {
    name: 'contact.topics.player',
    about: 'contact.topics.playerAbout',
    asks: ['game', 'link'],
    requires: [],
    priority: 2,
    dueHours: 24,
  },
  privacy: {
    name: 'contact.topics.privacy',
    about: 'contact.topics.privacyAbout',
    asks: [],
    requires: [],
    priority: 2,
    dueHours: 72,
  },
  press: {
    name: 'contact.topics.press',
    about: 'contact.topics.pressAbout',
    asks: ['game', 'outlet', 'link'],
    requires: ['outlet'],
    priority: 1,
    dueHours: 72,
  },
  other: {
    name: 'contact.topics.other',
    about: 'contact.topics.otherAbout',
    asks: [],
    requires: [],
    priority: 0,
    dueHours: 120,
  },
} as const satisfies Readonly<Record<string, ContactTopic>>;

export type TopicId = keyof typeof TOPICS;
export const TOPIC_IDS = Object.keys(TOPICS) as TopicId[];

export function isTopic(id: string): id is TopicId {
  return Object.hasOwn(TOPICS, id);
}

export const FACT_NAMES = {
  game: 'contact.facts.game',
  platform: 'contact.facts.platform',
  version: 'contact.facts.version',
  order: 'contact.facts.order',
  outlet: 'contact.facts.outlet',
  link: 'contact.facts.link',
} as const satisfies Readonly<Record<Fact, TextKey>>;

export const FACT_HINTS: Readonly<Partial<Record<Fact, TextKey>>> = {
  version: 'contact.facts.versionHint',
  order: 'contact.facts.orderHint',
  link: 'contact.facts.linkHint',
};

/** Characters. */
export const MAX_FACT = 200;
export const MAX_TITLE = 120;
export const MAX_NAME = 60;
