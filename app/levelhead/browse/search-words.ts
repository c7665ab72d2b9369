import type { TextKey } from '#app/current/locale.ts';

export const HALLS = ['tower', 'marketing'] as const;
export type Hall = (typeof HALLS)[number];

export const HALL_TEXTS = {
  tower: { title: 'arcade.tower.title', about: 'arcade.tower.about' },
  marketing: { title: 'arcade.marketing.title', about: 'arcade.marketing.about' },
} as const satisfies Record<Hall, { title: TextKey; about: TextKey }>;

export type NumberField = 'Diamonds' | 'HiddenGem' | 'ReplayValue' | 'PlayTime' | 'ExposureBucks';

interface WordWords {
  readonly halls: readonly Hall[];
  readonly about: TextKey;
  /** Without translation: what one types. */
  readonly examples: readonly string[];
}

interface PlainWord extends WordWords {
  readonly kind: 'title' | 'tag' | 'player' | 'age' | 'event';
}

export interface AmountWord extends WordWords {
  readonly kind: 'number' | 'duration';
  readonly field: NumberField;
}

export type SearchWord = PlainWord | AmountWord;

/** The words of the search language; the page explains them from this list. */
export const SEARCH_WORDS = {
  title: {
    kind: 'title',
    halls: HALLS,
    about: 'arcade.word.title',
    examples: ['title:dungeon', 'title:"the dungeon"'],
  },
  tag: { kind: 'tag', halls: HALLS, about: 'arcade.word.tag', examples: ['tag:boss', '-tag:kaizo'] },
  by: {
    kind: 'player',
    halls: HALLS,
    about: 'arcade.word.by',
    examples: ['by:vfhy42', 'by:"Sleepy Owl"', 'author:me'],
  },
  diamonds: {
    ...({ kind: 'number', field: 'Diamonds', halls: ['tower'] } as const),
    ...({ about: 'arcade.word.diamonds', examples: ['diamonds:3', 'diamonds>=4', 'diamonds:1..2'] } as const),
  },
  gem: {
    ...({ kind: 'number', field: 'HiddenGem', halls: ['tower'] } as const),
    ...({ about: 'arcade.word.gem', examples: ['gem>100'] } as const),
  },
  spice: {
    ...({ kind: 'number', field: 'ReplayValue', halls: ['tower'] } as const),
    ...({ about: 'arcade.word.spice', examples: ['spice>=200'] } as const),
  },
  playtime: {
    ...({ kind: 'duration', field: 'PlayTime', halls: ['tower'] } as const),
    ...({ about: 'arcade.word.playtime', examples: ['playtime>1h'] } as const),
  },
  bucks: {
    ...({ kind: 'number', field: 'ExposureBucks', halls: ['marketing'] } as const),
    ...({ about: 'arcade.word.bucks', examples: ['bucks>500'] } as const),
  },
  age: { kind: 'age', halls: HALLS, about: 'arcade.word.age', examples: ['age<7d', 'age>1y'] },
  is: { kind: 'event', halls: ['tower'], about: 'arcade.word.is', examples: ['is:daily', 'is:trial'] },
} as const satisfies Record<string, SearchWord>;
type SearchWordName = keyof typeof SEARCH_WORDS;
export const SEARCH_WORD_NAMES = Object.keys(SEARCH_WORDS) as SearchWordName[];

export function isSearchWord(word: string): word is SearchWordName {
  return Object.hasOwn(SEARCH_WORDS, word);
}

/** The first is the order of who did not choose. */
export const HALL_SORTS = {
  tower: ['HiddenGem', '-HiddenGem', 'createdAt', '-createdAt', 'ReplayValue', 'PlayTime', 'Diamonds', '-Diamonds'],
  marketing: ['ExposureBucks', '-ExposureBucks', 'createdAt', '-createdAt'],
} as const satisfies Record<Hall, readonly [string, ...string[]]>;

export const SORT_NAMES = {
  HiddenGem: 'arcade.sort.gem',
  '-HiddenGem': 'arcade.sort.leastGem',
  createdAt: 'arcade.sort.newest',
  '-createdAt': 'arcade.sort.oldest',
  ReplayValue: 'arcade.sort.spice',
  PlayTime: 'arcade.sort.playtime',
  Diamonds: 'arcade.sort.hardest',
  '-Diamonds': 'arcade.sort.easiest',
  ExposureBucks: 'arcade.sort.bucks',
  '-ExposureBucks': 'arcade.sort.fewestBucks',
} as const satisfies Record<(typeof HALL_SORTS)[Hall][number], TextKey>;
export type HallSort = keyof typeof SORT_NAMES;

export function readHallSort(hall: Hall, name: string | null): HallSort {
  const sorts: readonly HallSort[] = HALL_SORTS[hall];
  return sorts.find((one) => one === name) ?? HALL_SORTS[hall][0];
}
