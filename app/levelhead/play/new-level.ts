import * as z from 'zod/mini';

import { LOCALES } from '#app/current/locale.ts';

import { isLevelTag } from '../level-tags.ts';
import { LevelId, MAX_TITLE } from '../level.ts';
import { PlayerId } from '../player.ts';

const MAX_LEVEL_TAGS = 3;
/** Characters of base64. */
const MAX_LEVEL_DATA = 262_144;

const VISIBLE = 'text that can be seen, without control characters';
const Title = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(MAX_TITLE),
  z.refine(
    (text) => text.isWellFormed() && !/[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u.test(text),
    VISIBLE,
  ),
);
const LevelTag = z.string().check(z.refine(isLevelTag, 'the id of a tag, such as ltag_boss'));
const Figure = z.number().check(z.int(), z.minimum(0), z.maximum(100));

const fields = {
  title: Title,
  tags: z.array(LevelTag).check(
    z.minLength(1),
    z.maxLength(MAX_LEVEL_TAGS),
    z.refine((tags) => new Set(tags).size === tags.length, 'each tag once'),
  ),
  requiredPlayers: z.number().check(z.int(), z.minimum(1), z.maximum(4)),
  avatarId: z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'the id of an avatar'), z.maxLength(64)),
  /** Seconds. */
  creatorTime: z.number().check(z.minimum(0), z.maximum(31_536_000)),
  gameVersion: z.string().check(z.regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/, 'a version such as 1.20.4')),
  locale: z.enum(LOCALES),
  content: z.strictObject({ World: Figure, Movement: Figure, Puzzles: Figure, Enemies: Figure, Hazards: Figure }),
  data: z
    .string()
    .check(
      z.minLength(4),
      z.maxLength(MAX_LEVEL_DATA),
      z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'base64'),
    ),
};

export const NewLevel = z.object({
  userId: PlayerId,
  ...fields,
  unlisted: z._default(z.boolean(), false),
  dailyBuild: z._default(z.boolean(), false),
});
export type NewLevel = z.output<typeof NewLevel>;

/** What is left out stays. A level that is listed again is where it was. */
export const LevelChange = z.extend(z.partial(z.object(fields)), {
  userId: PlayerId,
  unlisted: z.optional(z.boolean()),
});
export type LevelChange = z.output<typeof LevelChange>;

export const PublishedLevel = z.object({ _id: z.string(), levelId: LevelId, createdAt: z.iso.datetime() });
export type PublishedLevel = z.output<typeof PublishedLevel>;
