import * as z from 'zod/mini';

import { Flag } from '#lib/calls/flag.ts';

import { LevelRecord } from './level.ts';
import { Amount, makeLimitSchema, makeSortSchema } from './search/parameters.ts';

export const TRIAL_FIELDS = ['createdAt'] as const;

export const TrialQuery = z.object({
  limit: makeLimitSchema(10),
  sort: makeSortSchema(TRIAL_FIELDS),
  /** Whole days of UTC: 0 is today. */
  minDaysAgo: z.optional(Amount),
  maxDaysAgo: z.optional(Amount),
  includeRecords: z.optional(Flag),
  includeAliases: z.optional(Flag),
  after: z.optional(z.string()),
});
export type TrialQuery = z.output<typeof TrialQuery>;

export const TowerTrial = z.object({
  createdAt: z.iso.datetime(),
  levelIds: z.array(z.string()),
  /** Seconds for all levels together. */
  timeTrophyGoal: z.number(),
  records: z.optional(z.record(z.string(), z.array(LevelRecord))),
});
export type TowerTrial = z.output<typeof TowerTrial>;

export const DailyBuild = z.object({ items: z.array(z.object({ itemId: z.number(), name: z.string() })) });

export const Playlist = z.object({
  playlistId: z.string(),
  userId: z.string(),
  name: z.string(),
  note: z.optional(z.string()),
  levelIds: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Playlist = z.output<typeof Playlist>;
