import * as z from 'zod/mini';

import { Flag } from '#lib/calls/flag.ts';

import { parseSort } from './level-query.ts';
import type { Range, FieldOrder } from './level-query.ts';
import { Amount, RowId, UserIds, When, makeBoundSchemas, makeLimitSchema, makeSortSchema } from './parameters.ts';

export const PLAYER_STATS = [
  'Subscribers',
  'PlayTime',
  'Plays',
  'Trophies',
  'Shoes',
  'Crowns',
  'Published',
  'HiddenGem',
  'TipsGotten',
  'BucksTipped',
  'TipsPerLevel',
  'TipsPerDay',
  'TippedPerLevelPlayed',
  'TippedPerDay',
] as const;
export const PLAYER_FIELDS = ['createdAt', 'updatedAt', ...PLAYER_STATS] as const;
export type PlayerField = (typeof PLAYER_FIELDS)[number];

export const PlayerQuery = z.object({
  sort: makeSortSchema(PLAYER_FIELDS),
  limit: makeLimitSchema(16),
  userIds: z.optional(UserIds),
  ...makeBoundSchemas(PLAYER_STATS, Amount),
  ...makeBoundSchemas(['CreatedAt', 'UpdatedAt'], When),
  ...makeBoundSchemas(['createdAt', 'updatedAt'], When),
  includeAliases: z.optional(Flag),
  includeMyInteractions: z.optional(Flag),
  tiebreakerItemId: z.optional(RowId),
  onlySafe: z.optional(Flag),
  maxReports: z.optional(Amount),
  paging: z.optional(Flag),
  nextPageToken: z.optional(z.string()),
});
export type PlayerQuery = z.output<typeof PlayerQuery>;

export function toPlayerSort({ sort }: PlayerQuery): FieldOrder<PlayerField> {
  return parseSort(sort, PLAYER_FIELDS) ?? { field: 'createdAt', ascending: false };
}

export function toPlayerRanges(query: PlayerQuery): Range<PlayerField>[] {
  const ranges: Range<PlayerField>[] = [
    ...PLAYER_STATS.map((field) => ({ field, min: query[`min${field}`], max: query[`max${field}`] })),
    { field: 'createdAt', min: query.minCreatedAt, max: query.maxCreatedAt },
    { field: 'createdAt', min: query.mincreatedAt, max: query.maxcreatedAt },
    { field: 'updatedAt', min: query.minUpdatedAt, max: query.maxUpdatedAt },
    { field: 'updatedAt', min: query.minupdatedAt, max: query.maxupdatedAt },
  ];
  return ranges.filter(({ min, max }) => min !== undefined || max !== undefined);
}
