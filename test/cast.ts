import seeds from '#database/seeds/cast.json' with { type: 'json' };

export const CAST_NAMES = ['player', 'creator', 'collaborator', 'staff', 'admin', 'super'] as const;
export type CastName = (typeof CAST_NAMES)[number];

/** The people of the tests: those of the seeds, by name. */
export const CAST = Object.fromEntries(seeds.map((member) => [member.cast, member])) as Record<
  CastName,
  (typeof seeds)[number]
>;
