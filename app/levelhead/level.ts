import * as z from 'zod/mini';

import { LevelheadAlias } from './player.ts';

/** The crate of levels, players, playlists and tower trials. */
export const CRATE = 'levelhead';

export const LevelId = z.string().check(z.regex(/^[a-z0-9]{7}$/, 'seven lowercase letters and digits'));
export const PlaylistId = LevelId;

export const MAX_TITLE = 64;

/** What a level is, beside its own tags, stands in its item as tags too. */
const LEVEL_STATES = ['tower', 'marketing', 'tower-trial', 'daily-build', 'graduated', 'unlisted', 'beta'] as const;
export type LevelState = (typeof LEVEL_STATES)[number];

export const LEVEL_STATS = [
  'Attempts',
  'Diamonds',
  'FailureRate',
  'Favorites',
  'HiddenGem',
  'Likes',
  'PlayTime',
  'Players',
  'ReplayValue',
  'Successes',
  'TimePerWin',
  'ClearRate',
  'ExposureBucks',
] as const;

export const RecordName = z.enum(['HighScore', 'FastestTime'], 'HighScore or FastestTime');
export type RecordName = z.output<typeof RecordName>;

const Stamp = z.iso.datetime();
const Amount = z.number();

export const LevelRecord = z.object({
  userId: z.string(),
  value: Amount,
  createdAt: Stamp,
  alias: z.optional(LevelheadAlias),
});

/** What the asker has done with a level; what they have not is absent. */
const LevelInteractions = z.object({
  bookmarked: z.optional(z.literal(true)),
  favorited: z.optional(z.literal(true)),
  liked: z.optional(z.literal(true)),
  played: z.optional(z.literal(true)),
  completed: z.optional(z.literal(true)),
});
export type LevelInteractions = z.output<typeof LevelInteractions>;

export const Level = z.object({
  _id: z.string(),
  /** The version of the game as a number: 1020004 is 1.20.4. */
  cv: Amount,
  userId: z.string(),
  levelId: z.string(),
  avatarId: z.string(),
  title: z.string(),
  localeId: Amount,
  locale: z.string(),
  tower: z.boolean(),
  marketing: z.boolean(),
  towerTrial: z.boolean(),
  dailyBuild: z.boolean(),
  graduated: z.boolean(),
  unlisted: z.optional(z.literal(true)),
  beta: z.optional(z.literal(true)),
  requiredPlayers: Amount,
  /** Seconds that the creator took before publishing. */
  creatorTime: Amount,
  tags: z.array(z.string()),
  tagNames: z.array(z.string()),
  createdAt: Stamp,
  updatedAt: Stamp,
  /** Seconds. */
  createdAgo: Amount,
  content: z.record(z.string(), Amount),
  gameVersion: z.string(),
  stats: z.optional(z.record(z.string(), Amount)),
  records: z.optional(z.record(z.string(), z.array(LevelRecord))),
  alias: z.optional(LevelheadAlias),
  interactions: z.optional(LevelInteractions),
});
export type Level = z.output<typeof Level>;

/** 1.20.4 is 1020004, as the game writes its version into a level. */
export function contentVersion(gameVersion: string): number {
  const [major = 0, minor = 0, patch = 0] = gameVersion.split('.').map(Number);
  return major * 1_000_000 + minor * 1000 + patch;
}
