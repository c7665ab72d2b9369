import * as z from 'zod/mini';

import { LevelIds, RowId, makeLimitSchema } from './search/parameters.ts';

const LevelCode = z.string().check(z.maxLength(64));

export const BookmarkQuery = z.object({
  limit: makeLimitSchema(32),
  sort: z.optional(z.string()),
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
}
