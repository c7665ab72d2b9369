import type { PostAuthor } from '../post.ts';

export const POST_STATES = ['all', 'draft', 'planned', 'out', 'newer', 'hidden', 'trash'] as const;
export type PostState = (typeof POST_STATES)[number];

export const POST_ORDERS = ['updated', 'oldest', 'newest', 'name'] as const;
type PostOrder = (typeof POST_ORDERS)[number];

/** Which posts are asked for; what is empty narrows nothing. */
export interface PostListQuery {
  readonly state: PostState;
  readonly q: string;
  readonly topic: string;
  /** Whatever somebody calls them by: a Lookup Code, an alias, or `@me`. */
  readonly author: string;
  readonly sort: PostOrder;
}

export interface ListedPost {
  readonly itemId: string;
  readonly etag: string;
  readonly title: string;
  /** Of its page in the editor; what is in the trash has none. */
  readonly path: string | undefined;
  readonly state: 'draft' | 'newer' | 'public' | 'unlisted' | 'hidden';
  /** Of the newer draft of what is out. */
  readonly newerPath: string | undefined;
  /** What is planned next. */
  readonly plan: { readonly isPublishing: boolean; readonly at: string; readonly hasFailed: boolean } | undefined;
  readonly authors: readonly PostAuthor[];
  readonly topics: readonly string[];
  /** When it was saved, or went into the trash, ISO 8601. */
  readonly at: string;
}
