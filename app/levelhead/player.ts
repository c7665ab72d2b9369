import * as z from 'zod/mini';

export const PlayerId = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, 'the id of a user'));

/** For whoever has none: the clerk of the Bureau. */
export const DEFAULT_AVATAR = 'bureau-employee';

/** A player’s name in the game, and the picture they chose; a deleted or unknown user has no name. */
export const LevelheadAlias = z.object({
  _id: z.optional(z.string()),
  userId: z.string(),
  alias: z.optional(z.string()),
  avatarId: z.optional(z.string()),
  context: z.optional(z.string()),
  reports: z.optional(z.number()),
  whitelisted: z.optional(z.boolean()),
  anonymous: z.optional(z.boolean()),
});
export type LevelheadAlias = z.output<typeof LevelheadAlias>;

export const Player = z.object({
  _id: z.string(),
  userId: z.string(),
  stats: z.record(z.string(), z.number()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  alias: z.optional(LevelheadAlias),
  interactions: z.optional(z.object({ following: z.boolean() })),
});
export type Player = z.output<typeof Player>;
