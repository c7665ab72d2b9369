import * as z from 'zod/mini';

import { LevelIds, RowId, makeLimitSchema, makeSortSchema } from './search/parameters.ts';

export const BOOKMARK_FIELDS = ['createdAt', 'levelId'] as const;

const LevelCode = z.string().check(z.maxLength(64));

export const BookmarkQuery = z.object({
  limit: makeLimitSchema(32),
  sort: makeSortSchema(BOOKMARK_FIELDS),
  levelIds: z.optional(LevelIds),
  /** In the order of the ids of levels, both exclusive. */
  beforeLevelId: z.optional(LevelCode),
  afterLevelId: z.optional(LevelCode),
  /** Of the bookmark, such as `meta.lastId`: those made before or after it. */
  beforeId: z.optional(RowId),
  afterId: z.optional(RowId),
});
export type BookmarkQuery = z.output<typeof BookmarkQuery>;

export interface BookmarkPage {
  readonly levelIds: readonly string[];
  /** Of the last bookmark of the page; null for an empty one. */
  readonly lastId: string | null;
  /** The parameter of the order that the next page starts with; undefined where there is none. */
  readonly next: Pick<BookmarkQuery, 'beforeId' | 'afterId' | 'beforeLevelId' | 'afterLevelId'> | undefined;
}
