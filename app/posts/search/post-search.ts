import type { HighlightedText } from '#lib/text-search/highlights.ts';

import type { PostWithAuthors } from '../post.ts';

export const HITS_OF_PAGE = 12;

export interface PostHit {
  readonly post: PostWithAuthors;
  readonly title: HighlightedText;
  readonly blurb: HighlightedText;
  /** Of the text, where the words stand in neither of the others. */
  readonly excerpt: HighlightedText | undefined;
}

export interface PostHits extends FoundPosts {
  readonly hits: readonly PostHit[];
}

export interface FoundPosts {
  readonly q: string;
  readonly isSearch: boolean;
  readonly count: number;
  readonly isMost: boolean;
  /** Whether no post has all of the words, and these have most. */
  readonly isOfMost: boolean;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}
