import type { LevelCard } from '../level-card.ts';
import type { NamedTag, SearchProblem } from './level-search.ts';
import type { Hall, HallSort } from './search-words.ts';

/** A tag to choose, or to drop. */
export interface HallTag extends NamedTag {
  readonly isChosen: boolean;
  /** Of the search with it, or without it where it is chosen; with the question mark. */
  readonly query: string;
}

export interface HallPage {
  readonly hall: Hall;
  readonly q: string;
  readonly sort: HallSort;
  readonly hidesBeaten: boolean;
  readonly isSignedIn: boolean;
  readonly problems: readonly SearchProblem[];
  readonly tags: readonly HallTag[];
  readonly levels: readonly LevelCard[];
  /** The place of the first of them, where the order has places and the address tells how far it is. */
  readonly firstRank: number | undefined;
  /** Queries of the neighbours, with the question mark. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly isFirst: boolean;
}
