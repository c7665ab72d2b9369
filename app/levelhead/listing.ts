import * as z from 'zod/mini';

import { Flag } from '#lib/calls/flag.ts';

import { LevelheadAlias } from './player.ts';
import { Amount, LevelIds, RowId, UserIds, makeLimitSchema } from './search/parameters.ts';

export const PlayerListQuery = z.object({
  limit: makeLimitSchema(16),
  beforeId: z.optional(RowId),
  userIds: z.optional(UserIds),
  includeAliases: z.optional(Flag),
  onlySafe: z.optional(Flag),
  maxReports: z.optional(Amount),
});
export type PlayerListQuery = z.output<typeof PlayerListQuery>;

export const LevelListQuery = z.object({
  limit: makeLimitSchema(16),
  beforeId: z.optional(RowId),
  levelIds: z.optional(LevelIds),
});
export type LevelListQuery = z.output<typeof LevelListQuery>;

/** `_id` is that of the entry, where the next page starts, and not the player’s. */
export const PlayerEntry = z.object({ _id: z.string(), userId: z.string(), alias: z.optional(LevelheadAlias) });
export const PlayersListing = z.array(PlayerEntry);
export type PlayersListing = z.output<typeof PlayersListing>;

export const LevelEntry = z.object({ _id: z.string(), levelId: z.string() });
export const LevelsListing = z.array(LevelEntry);
export type LevelsListing = z.output<typeof LevelsListing>;
