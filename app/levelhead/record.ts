import * as z from 'zod/mini';

import { Flag } from '#lib/calls/flag.ts';

import { LevelheadAlias } from './player.ts';
import { Amount, LevelIds, UserIds, When, makeLimitSchema } from './search/parameters.ts';

/** How long the best of a player on a level counts as recent. */
export const RECENT_DAYS = 30;

export const RecordQuery = z.object({
  userIds: z.optional(UserIds),
  levelIds: z.optional(LevelIds),
  before: z.optional(When),
  after: z.optional(When),
  limit: makeLimitSchema(16),
  includeAliases: z.optional(Flag),
  onlySafe: z.optional(Flag),
  maxReports: z.optional(Amount),
  nextPageToken: z.optional(z.string()),
});
export type RecordQuery = z.output<typeof RecordQuery>;

export const RecentRecord = z.object({
  userId: z.string(),
  levelId: z.string(),
  value: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  alias: z.optional(LevelheadAlias),
});
export type RecentRecord = z.output<typeof RecentRecord>;
